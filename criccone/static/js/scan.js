// Membership cards at the desk are read by the phone's camera, from a photograph (without https the browser gives no
// camera), or by a hand scanner, which types. Every code waits here until the server has it; the server may get a code
// twice. Without this script the form sends what the scanner typed.

const page = document.getElementById("scan");
const words = page.dataset;
/** @type {HTMLFormElement} */
const form = document.getElementById("scan-form");
/** @type {HTMLInputElement} */
const field = document.getElementById("code");
const answers = document.getElementById("scan-answers");
const waiting = document.getElementById("scan-waiting");

const KEPT_ANSWERS = 8;
const RETRY_MS = 4000;
// The camera reads the card in front of it many times a second; the same code counts again only after this time.
const SAME_CODE_MS = 4000;
const READ_EVERY_MS = 120;
const LARGEST_SIDE = 1000;
const LARGEST_PHOTO = 2000;

// --- Sending ----------------------------------------------------------------------------------------

const kept = `scan:${location.pathname}`;
/** @type {string[]} */
let queue = [];
try {
  queue = JSON.parse(sessionStorage.getItem(kept)) || [];
} catch { /* nothing kept */ }
let sending = false;

function keep() {
  try {
    sessionStorage.setItem(kept, JSON.stringify(queue));
  } catch { /* private window */ }
}

/** @param {boolean} isOffline */
function showWaiting(isOffline) {
  waiting.hidden = !(isOffline && queue.length);
  waiting.textContent = words.wordsWaiting.replace("%s", String(queue.length));
}

/** @param {string} text */
function say(text, tone = "bad") {
  const article = document.createElement("article");
  const paragraph = document.createElement("p");
  article.className = `scan-answer scan-${tone}`;
  paragraph.textContent = text;
  article.append(paragraph);
  show(article);
}

/** @param {HTMLElement} article */
function show(article) {
  answers.prepend(article);
  while (answers.children.length > KEPT_ANSWERS) answers.lastElementChild.remove();
  const frame = document.getElementById("scan-frame");
  frame.dataset.tone = article.dataset.tone || "bad";
  setTimeout(() => {
    delete frame.dataset.tone;
  }, 1200);
  navigator.vibrate?.(article.dataset.tone === "ok" ? 60 : [80, 60, 80]);
}

/** @param {string} code */
async function post(code) {
  const body = new FormData(form);
  body.set("code", code);
  return fetch(location.pathname, { method: "POST", body, headers: { "HX-Request": "true" } });
}

// Sends the oldest code first; a code without an answer stays in the queue and is sent again.
async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    let answer;
    try {
      answer = await post(queue[0]);
      if (answer.status >= 502) throw new Error("away");
    } catch {
      showWaiting(true);
      setTimeout(send, RETRY_MS);
      break;
    }
    queue.shift();
    keep();
    showWaiting(false);
    if (answer.redirected || answer.status === 403) say(words.wordsSignedOut);
    else if (answer.ok) {
      const holder = document.createElement("template");
      holder.innerHTML = (await answer.text()).trim();
      show(holder.content.querySelector("article"));
    } else say(words.wordsFailed);
  }
  sending = false;
}

/** @param {string} code */
function read(code) {
  if (!code.trim()) return;
  queue.push(code.trim());
  keep();
  send();
}

addEventListener("online", send);
if (queue.length) send();

// --- A scanner that types ---------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  event.preventDefault();
  read(field.value);
  field.value = "";
});
// The field has the focus on a computer only: on a phone the focus would open the keyboard over the camera.
const hasKeyboard = matchMedia("(pointer: fine)").matches;
if (hasKeyboard) field.focus();
document.addEventListener("keydown", (event) => {
  const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isTyped && event.key !== " " && document.activeElement === document.body) field.focus();
});

// --- The decoder ------------------------------------------------------------------------------------

const canvas = document.createElement("canvas");
const drawing = canvas.getContext("2d", { willReadFrequently: true });
/** @type {(() => Promise<string>) | null} */
let reader = null;

// The browser's own QR decoder if it has one, else ours.
async function loadReader() {
  if (reader) return reader;
  const formats = "BarcodeDetector" in globalThis &&
    await BarcodeDetector.getSupportedFormats().catch(/** @returns {string[]} */ () => []);
  if (formats && formats.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    reader = async () => (await detector.detect(canvas))[0]?.rawValue || "";
  } else {
    const { default: decode } = await import(words.decoder);
    reader = async () => {
      try {
        return await decode(drawing.getImageData(0, 0, canvas.width, canvas.height));
      } catch {
        return "";
      }
    };
  }
  return reader;
}

/**
 * @param {CanvasImageSource} source
 * @param {number} width
 * @param {number} height
 * @param {number} largest
 */
async function readPicture(source, width, height, largest) {
  const scale = Math.min(1, largest / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height);
  return (await loadReader())();
}

// --- The consent to the full name ---------------------------------------------------------------------

// The server answers with the entry's row of the list; the consents in it replace those on this page.
document.addEventListener("submit", (event) => {
  const tapped = event.target;
  if (!tapped.matches("[data-row]")) return;
  event.preventDefault();
  const target = tapped.closest(".entry-consents");
  const values = Object.fromEntries(new FormData(tapped));
  const options = { source: tapped, target, select: ".entry-consents", swap: "outerHTML settle:0ms", values };
  htmx.ajax("POST", tapped.action, options);
  if (hasKeyboard) field.focus(); // the scanner types the next card there
});

// --- The camera -------------------------------------------------------------------------------------

const start = document.getElementById("scan-start");
const frame = document.getElementById("scan-frame");
/** @type {HTMLVideoElement} */
const video = document.getElementById("scan-video");
/** @type {MediaStream | null} */
let stream = null;
let last = { code: "", at: 0 };

async function watch() {
  if (!stream) return;
  if (video.videoWidth && !document.hidden) {
    const code = await readPicture(video, video.videoWidth, video.videoHeight, LARGEST_SIDE).catch(() => "");
    const now = Date.now();
    if (code && (code !== last.code || now - last.at > SAME_CODE_MS)) read(code);
    if (code) last = { code, at: now };
  }
  setTimeout(watch, READ_EVERY_MS);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  frame.hidden = true;
  start.querySelector("span").textContent = words.wordsStart;
}

async function open() {
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment" },
      audio: false,
    });
  } catch {
    document.getElementById("scan-photo").hidden = false;
    return say(words.wordsNoCamera);
  }
  video.srcObject = stream;
  frame.hidden = false;
  start.querySelector("span").textContent = words.wordsStop;
  await video.play();
  watch();
}

if (navigator.mediaDevices?.getUserMedia) {
  start.hidden = false;
  start.addEventListener("click", () => (stream ? stop() : open()));
} else {
  document.getElementById("scan-insecure").hidden = false;
  document.getElementById("scan-photo").hidden = false;
}
addEventListener("pagehide", stop);

// --- A photograph -----------------------------------------------------------------------------------

document.querySelector("#scan-photo input").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  let code = "";
  try {
    const picture = await createImageBitmap(file);
    code = await readPicture(picture, picture.width, picture.height, LARGEST_PHOTO);
  } catch { /* the file is not a picture */ }
  event.target.value = "";
  if (code) read(code);
  else say(words.wordsNoCode);
});
