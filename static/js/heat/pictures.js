// Drawings of a page as images for a canvas: the board, cars, chips and cards are SVG that refers to symbols and style
// sheets. Here each becomes an SVG of its own, with all that it refers to, and is loaded as a data address.

const SHEETS = /\/(tokens|race|board|tracks|parts)[.\w]*\.css/; // what drawings are painted by
const REFERENCE = /(?:href="#|url\(#)([\w-]+)/g;

/** Another page of this race, with the style sheets that its drawings need. */
export async function pageAt(address) {
  const page = new DOMParser().parseFromString(await textOf(address), "text/html");
  const links = [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href"));
  const css = await Promise.all(links.filter((href) => SHEETS.test(href)).map(textOf));
  return { page, css: css.join("\n") };
}

async function textOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

// What a drawing refers to, and what that refers to.
function referred(page, markup, known = new Map()) {
  for (const [, id] of markup.matchAll(REFERENCE)) {
    const found = known.has(id) ? null : page.getElementById(id);
    if (!found) continue;
    const one = new XMLSerializer().serializeToString(found);
    known.set(id, one);
    referred(page, one, known);
  }
  return known;
}

/** A drawing as an image: its markup, its box [x, y, width, height], and the pixels across. */
export async function imageOf({ page, css }, markup, box, across) {
  const [x, y, width, height] = box;
  const inner = [...referred(page, markup).values()].join("");
  const size = `width="${across}" height="${Math.round((across * height) / width)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" ${size}>
<style><![CDATA[${css}]]></style><defs>${inner}</defs>${markup}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
