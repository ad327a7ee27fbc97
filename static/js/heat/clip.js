// The decisive round to keep: as a clip, recorded from a canvas while it is painted, and as a picture of the moment that
// decided it. Needs #clip with what the server tells of the round. Browsers that cannot record get the picture alone.

import { painterOf, HEIGHT, WIDTH } from "./painter.js";
import { pageAt } from "./pictures.js";

const FRAMES = 30; // a second
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

const part = document.getElementById("clip");
const told = JSON.parse(document.getElementById("clip-told").textContent);
const line = part.querySelector("progress");
const status = part.querySelector("[role=status]");
const buttons = [...part.querySelectorAll("button")];
const canvas = document.createElement("canvas");
canvas.width = WIDTH;
canvas.height = HEIGHT;
const kind = globalThis.MediaRecorder && canvas.captureStream ? KINDS.find((one) => MediaRecorder.isTypeSupported(one)) : undefined;
let painter = null;

// The page of the replay has all that is to be drawn.
async function load() {
  if (painter) return;
  const source = await pageAt(part.dataset.replay);
  if (!document.getElementById("lanes")) document.body.append(document.adoptNode(source.page.getElementById("lanes").cloneNode(true)));
  painter = await painterOf(source, told, canvas);
}

function hand(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${part.dataset.name}.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function record() {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: kind, videoBitsPerSecond: 5_000_000 });
  const chunks = [];
  recorder.addEventListener("dataavailable", (event) => chunks.push(event.data));
  const done = new Promise((resolve, reject) => {
    recorder.addEventListener("stop", () => resolve(new Blob(chunks, { type: "video/webm" })));
    recorder.addEventListener("error", reject);
  });
  painter.paint(0);
  recorder.start(500);
  const begun = performance.now();
  const paint = () => {
    const passed = performance.now() - begun;
    painter.paint(Math.min(passed, painter.length));
    line.value = Math.min(1, passed / painter.length);
    if (passed < painter.length) requestAnimationFrame(paint);
    else recorder.stop();
  };
  requestAnimationFrame(paint);
  return done;
}

function photograph() {
  painter.paintPicture();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function save(make, ending, words) {
  for (const button of buttons) button.disabled = true;
  status.textContent = part.dataset.making;
  line.hidden = false;
  line.value = 0;
  try {
    await load();
    hand(await make(), ending);
    status.textContent = words;
  } catch (fault) {
    reportError(fault);
    painter = null;
    status.textContent = part.dataset.failed;
  } finally {
    line.hidden = true;
    for (const button of buttons) button.disabled = false;
  }
}

part.querySelector("[data-clip]").hidden = !kind;
part.querySelector("[data-clip]").addEventListener("click", () => save(record, "webm", part.dataset.saved));
part.querySelector("[data-picture]").addEventListener("click", () => save(photograph, "png", part.dataset.saved));
part.hidden = false;
