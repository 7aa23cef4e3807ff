// Follows the evening while its document shows a deal, whose page does not poll: dispatches "evening:changed".

import { here } from "./going.js";
import { KeptPages } from "./kept_pages.js";

const ASK_MS = 15000; // as often as the evening's own page

const kept = new KeptPages(location.pathname);
/** @type {EventSource | undefined} */
let stream;

/** The device's copy of the evening's own page; undefined while that page itself is shown. */
function ownPage() {
  if (here() === location.pathname) return undefined;
  const parsed = document.createElement("template");
  parsed.innerHTML = kept.read("")?.html ?? "";
  return parsed.content;
}

// The server answers 204 while nothing changes for this table.
async function ask() {
  const url = ownPage()?.querySelector("[data-moment]")?.getAttribute("hx-get");
  if (!url || document.hidden) return;
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (answer.ok && answer.status !== 204) document.dispatchEvent(new Event("evening:changed"));
  } catch { /* the next time */ }
}

function listen() {
  stream?.close();
  const url = ownPage()?.querySelector("[sse-connect]")?.getAttribute("sse-connect");
  stream = url && window.EventSource ? new EventSource(url) : undefined;
  stream?.addEventListener("changed", ask);
}

document.addEventListener("page:shown", listen);
document.addEventListener("page:seen", ask);
setInterval(ask, ASK_MS);
