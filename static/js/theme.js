// Light or dark, before the first paint: what was chosen here, else what the system prefers. Classic and tiny, because a
// module would come after the page has been seen in the wrong colours. It also says that there are scripts at all, and
// closes the menu of the bar.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // storage is switched off: the choice lasts as long as the page
  }

  const show = () => {
    const dark = chosen ? chosen === "dark" : system.matches;
    root.classList.toggle("dark", dark);
    root.classList.toggle("light", !dark);
  };

  const choose = (theme) => {
    // a choice that equals that of the system is not kept, so that the page goes on following the system
    chosen = theme === (system.matches ? "dark" : "light") ? null : theme;
    try {
      if (chosen) localStorage.setItem("theme", chosen);
      else localStorage.removeItem("theme");
    } catch {
      // as above
    }
    show();
  };

  root.classList.add("js");
  show();
  system.addEventListener("change", show);
  addEventListener("storage", (event) => {
    if (event.key !== "theme") return;
    chosen = event.newValue;
    show();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) choose(root.classList.contains("dark") ? "light" : "dark");

    // a menu closes when something else is clicked
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.activeElement?.closest?.("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
