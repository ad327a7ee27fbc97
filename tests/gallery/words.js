// All words of a page, seen or not yet: sentences, labels, descriptions, and what scripts are given to say. A sentence is
// what stands in one block, however many elements mark parts of it.
() => {
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const SKIPPED = "script, style, template, noscript, [translate=no], body [lang]";
  const isInline = (element) => /^(inline|contents)$/.test(getComputedStyle(element).display) && element.localName !== "text";
  const found = new Map();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data || node.parentElement.closest(SKIPPED)) continue;
    let block = node.parentElement;
    while (isInline(block) && block.parentElement && block.parentElement !== document.body) block = block.parentElement;
    if (tidy(node.data) || found.has(block)) found.set(block, [...(found.get(block) ?? []), node.data]);
  }
  const sentences = [...found.values()].map((pieces) => tidy(pieces.join("")));
  const labels = [];
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(SKIPPED)) continue;
    for (const { name, value } of element.attributes) {
      const isText = ["aria-label", "aria-description", "title", "placeholder", "alt"].includes(name);
      const isForScripts = name.startsWith("data-") && /\p{L}{2} \p{L}/u.test(value) && !/[{[]/.test(value);
      if (isText || isForScripts) labels.push(tidy(value));
    }
  }
  for (const element of document.querySelectorAll("meta[name=description], meta[property='og:description']")) labels.push(tidy(element.content));
  return [...new Set([...sentences, ...labels].filter(Boolean))];
}
