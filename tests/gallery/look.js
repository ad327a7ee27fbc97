// What is wrong with a page as it stands: words that are cut, covered, on top of each other or off the screen; controls that
// cannot be reached; marks of the board on its cars. Returns sentences; the same things in the same words each time.
() => {
  const faults = new Set();
  const SLACK = 1.5;
  const { innerWidth: wide, innerHeight: high } = window;
  const scrolls = document.documentElement.scrollHeight > high + 2 && getComputedStyle(document.body).overflowY !== "hidden";

  const name = (element) => {
    const id = element.id ? `#${element.id}` : "";
    const classes = element.getAttribute("class")?.trim().split(/\s+/).slice(0, 2).join(".") ?? "";
    return `${element.localName}${id}${classes ? `.${classes}` : ""}`;
  };
  const short = (text) => {
    const words = text.trim().replace(/\s+/g, " ");
    return words.length > 40 ? `${words.slice(0, 39)}…` : words;
  };
  const seen = (element) =>
    !element.closest("[inert], .vh, .visually-hidden, .skip-to-content-link, [hidden], dialog:not([open]), noscript, defs, symbol, [popover]:not(:popover-open), details:not([open]) > :not(summary), .many > .lever:not(.open:has(.values)) > .gives") &&
    getComputedStyle(element).clipPath !== "inset(50%)" &&
    !(element.clientWidth <= 1 && getComputedStyle(element).position === "absolute") &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const inside = (box, frame, slack = SLACK) =>
    box.left >= frame.left - slack && box.right <= frame.right + slack && box.top >= frame.top - slack && box.bottom <= frame.bottom + slack;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;

  // The page itself

  if (document.documentElement.scrollWidth > wide + 1) faults.add(`the page is ${document.documentElement.scrollWidth} wide`);

  // Words: [element, its text, the box of that text]

  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "STYLE", "TITLE", "OPTION", "TEMPLATE"].includes(element.tagName) || !seen(element)) continue;
    if (element.closest("#sheet")) continue; // the board is zoomed and cut on purpose; its marks are looked at below
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) words.push([element, node.data, box]);
  }

  const BOXES = "button, .btn, .lever, .well, .tag, .plaque, .waiting, .pile, .price, .chosen-mark, .values label, .cockpit, .tabs a, .bar, .rail, .push > *";
  for (const [element, text, box] of words) {
    // inside of all that cuts
    let canScroll = scrolls;
    let canBeScrolled = false; // in a part of the page
    let cut = false;
    for (let frame = element; frame && frame !== document.body; frame = frame.parentElement) {
      const style = getComputedStyle(frame);
      const clips = /hidden|clip/.test(style.overflowX + style.overflowY);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
        canScroll = true;
        canBeScrolled = true;
        break;
      }
      if (clips && frame instanceof HTMLElement && style.display !== "inline") {
        const edge = frame.getBoundingClientRect();
        if (!inside(box, edge, 2)) {
          const onPurpose = frame === element && style.textOverflow === "ellipsis" && element.matches(".who, .detail, .name, .source");
          if (!onPurpose) faults.add(`cut: “${short(text)}” by ${name(frame)}`);
          cut = true;
          break;
        }
      }
      if (style.position === "fixed") break;
    }
    if (cut) continue;
    // on the screen
    if (!canScroll && !inside(box, { left: 0, top: 0, right: wide, bottom: high })) faults.add(`off the screen: “${short(text)}” in ${name(element)}`);
    // inside of the thing that it belongs to
    const parent = element.closest(BOXES);
    if (parent?.getClientRects().length && !canBeScrolled && !inside(box, parent.getBoundingClientRect(), 3)) {
      const style = getComputedStyle(parent);
      if (!/auto|scroll/.test(style.overflowX + style.overflowY)) faults.add(`sticks out of ${name(parent)}: “${short(text)}”`);
    }
  }

  // Words and controls that something else covers

  const open = document.querySelector("dialog[open], :popover-open");
  const isOf = (top, element) => !top || top === element || top.contains(element) || element.contains(top) || top.closest("label, button, a, li, svg")?.contains(element);
  const scrolledAway = (element, x, y) => {
    for (let frame = element; frame; frame = frame.parentElement) {
      const style = getComputedStyle(frame);
      if (!/auto|scroll/.test(style.overflowX + style.overflowY)) continue;
      const edge = frame.getBoundingClientRect();
      if (x < edge.left + 1 || x > edge.right - 1 || y < edge.top + 1 || y > edge.bottom - 1) return true; // pixels are whole
    }
    return false;
  };
  // What sticks to an edge of a page that scrolls covers what can be scrolled from under it
  const sticks = (element) => {
    for (let part = scrolls ? element : null; part; part = part.parentElement) if (getComputedStyle(part).position === "sticky") return part;
    return null;
  };
  const covered = (element, x, y) => {
    if (x < 0 || y < 0 || x >= wide || y >= high || scrolledAway(element, x, y)) return null;
    const top = document.elementFromPoint(x, y);
    if (top && (getComputedStyle(top).opacity === "0" || (top.closest(".rail") && element.closest("#stage")))) return null; // standings or log instead of the board
    if (top && sticks(top) && sticks(top) !== sticks(element)) return null;
    if (top && top.closest(".menu[open]") && !element.closest(".menu")) return null; // a menu that was opened
    return isOf(top, element) ? null : top;
  };
  if (!open) {
    for (const [element, text, box] of words) {
      if (element.closest(".hand")) continue; // cards lie on each other like a fan
      if (getComputedStyle(element).pointerEvents === "none" || element.closest("svg, .curtain, .toast")) continue;
      for (const share of [0.08, 0.5, 0.92]) {
        const top = covered(element, box.left + box.width * share, box.top + box.height / 2);
        if (top && !top.closest(".toast, .curtain")) faults.add(`covered: “${short(text)}” by ${name(top)}`);
      }
    }
  }

  // Words on words

  // What lies below a blurred curtain cannot be read any more, and is not meant to be
  const blurs = (element) => {
    const curtain = element.closest(".curtain");
    return curtain && getComputedStyle(curtain).backdropFilter.includes("blur") ? curtain : null;
  };
  const goesOn = (element) => getComputedStyle(element).textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
  const OVER = "[popover], dialog, .menu[open] > :not(summary)";
  const placed = words.filter(([element]) => !element.closest("svg, .hand") && !goesOn(element));
  for (let i = 0; i < placed.length; i += 1) {
    for (let j = i + 1; j < placed.length; j += 1) {
      const [a, said, one] = placed[i];
      const [b, other, two] = placed[j];
      if (a === b || !meet(one, two) || sticks(a) !== sticks(b)) continue;
      if (a.closest(OVER) !== b.closest(OVER)) continue; // a sheet lies over all
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across < 3 || down < 4) continue;
      const where = [Math.max(one.left, two.left) + across / 2, Math.max(one.top, two.top) + down / 2];
      if (scrolledAway(a, ...where) || scrolledAway(b, ...where)) continue;
      if (a.closest("#stage") && b.closest(".rail")) continue;
      if (blurs(a) !== blurs(b)) continue;
      if (a.closest(".bar, .tabs, .rail") !== b.closest(".bar, .tabs, .rail") && scrolls) continue;
      faults.add(`on each other: “${short(said)}” and “${short(other)}”`);
    }
  }

  // Pictures: in a sentence they are as high as its line, and a circuit has its paint

  for (const picture of document.querySelectorAll(".log li svg, .in-line svg")) {
    if (seen(picture) && picture.getBoundingClientRect().height > 60) faults.add(`a picture higher than its line: “${short(picture.closest("li, p")?.textContent ?? "")}”`);
  }
  for (const shape of document.querySelectorAll(".thumb path")) {
    if (seen(shape) && getComputedStyle(shape).fill === "rgb(0, 0, 0)") faults.add(`without paint: a circuit in ${name(shape.closest(".thumb"))}`);
  }

  // The cockpit: everything to press is on the screen, or in something that scrolls and is on it

  for (const control of document.querySelectorAll("#cockpit :is(button, .btn, label.card, .lever, .gearbox label)")) {
    if (!seen(control) || control.matches(".vh") || control.closest(".engine .pile, dialog")) continue;
    const box = control.getBoundingClientRect();
    const scroller = (() => {
      for (let frame = control.parentElement; frame && frame.id !== "race"; frame = frame.parentElement) {
        const style = getComputedStyle(frame);
        if (/auto|scroll/.test(style.overflowY + style.overflowX)) return frame;
      }
      return null;
    })();
    const stays = control.closest(".cockpit .push"); // what one ends the question with is there without scrolling
    const frame = (stays ? null : scroller?.getBoundingClientRect()) ?? box;
    const label = short(control.textContent);
    if (!inside(frame, { left: 0, top: 0, right: wide, bottom: high }, 2)) faults.add(`below the fold: “${label}”`);
    if (!scroller) continue;
    if (frame.height < 40 || frame.width < 40) faults.add(`no room to scroll: “${label}”`);
  }

  // The board: something of it is to be seen, and no mark lies on a car that is not its own

  const stage = document.querySelector("#stage");
  const drafting = document.querySelector(".draft[data-on]"); // then the market lies where the board is
  if (stage && seen(stage) && !drafting && !document.querySelector("[data-couch=cockpit]") && document.querySelector("#sheet[data-fit]")) {
    const room = stage.getBoundingClientRect();
    if (room.height < 96 || room.width < 200) faults.add(`the board has ${Math.round(room.width)} × ${Math.round(room.height)}`);
    if (!document.body.classList.contains("playing")) {
      const cars = [...document.querySelectorAll("#cars .car")];
      const near = cars.filter((car) => meet(car.getBoundingClientRect(), room));
      if (cars.length && !near.length) faults.add("no car is on the stage");
      for (const mark of document.querySelectorAll("#cars .tags > *, #pins .pin-ink, #tags > *")) {
        if (!seen(mark)) continue;
        const boxes = [...mark.children].filter((part) => !part.matches(".leader")).map((part) => part.getBoundingClientRect());
        for (const car of near) {
          if (car.contains(mark) || mark.dataset.seat === car.dataset.seat) continue;
          const { left, top, width, height } = car.getBoundingClientRect();
          const heart = { left: left + width * 0.3, right: left + width * 0.7, top: top + height * 0.3, bottom: top + height * 0.7 };
          if (boxes.some((box) => meet(box, heart))) faults.add(`a mark lies on the car in seat ${car.dataset.seat}: ${short(mark.textContent) || name(mark)}`);
        }
      }
    }
  }

  // Blank: a place that is there and shows nothing

  for (const part of document.querySelectorAll("#cockpit, .rail, main")) {
    if (!seen(part)) continue;
    const box = part.getBoundingClientRect();
    if (box.height > 60 && !words.some(([, , word]) => meet(word, box))) faults.add(`blank: ${name(part)}`);
  }
  return [...faults].sort();
}
