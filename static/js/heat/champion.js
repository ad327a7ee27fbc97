// The champion's poster as a picture to keep: drawn onto a canvas from the drawing on the page.

import { imageOf } from "./pictures.js";

const BOX = [0, 0, 760, 844];
const ACROSS = 1520;
const SHEETS = /\/(tokens|race|podium)[.\w]*\.css/;

const button = document.querySelector("[data-poster]");
const said = document.getElementById("poster-said");

async function sheets() {
  const links = [...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.href).filter((href) => SHEETS.test(href));
  const texts = await Promise.all(links.map(async (href) => (await fetch(href)).text()));
  return texts.join("\n");
}

async function picture() {
  const drawing = document.querySelector("#poster svg.scene");
  const markup = `<g class="podium-art">${drawing.innerHTML}</g>`;
  const image = await imageOf({ page: document, css: await sheets() }, markup, BOX, ACROSS);
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

button.hidden = false;
button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await picture());
    link.download = `${button.dataset.poster}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    said.textContent = button.dataset.saved;
  } catch (fault) {
    reportError(fault);
    said.textContent = button.dataset.failed;
  }
  button.disabled = false;
});
