// Passkeys: a form marked data-passkey asks the device before it is sent, with the options that the server gives.

import { showError } from "./messages.js";

const NO_NAME = /^[\d.]+$|^\[/; // a passkey is tied to a name: an address in figures has none

function canUsePasskeys() {
  return "PublicKeyCredential" in window && !NO_NAME.test(location.hostname);
}

/** @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function textOf(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * @param {any} asked as the server says it
 * @param {string[]} names of its lists of credentials
 */
function withBytes(asked, names) {
  /** @param {{ id: string }[]} list */
  const known = (list) => (list || []).map((one) => ({ ...one, id: bytesOf(one.id) }));
  const ready = { ...asked, challenge: bytesOf(asked.challenge) };
  names.forEach((name) => {
    if (asked[name]) ready[name] = known(asked[name]);
  });
  return ready;
}

// The device's answer as text: the parts that it has, by their names.
/**
 * @param {any} credential
 * @param {string[]} parts
 */
function answerOf(credential, parts) {
  /** @type {Record<string, string>} */
  const response = {};
  parts.forEach((part) => {
    if (credential.response[part]) response[part] = textOf(credential.response[part]);
  });
  const { id, type } = credential;
  return {
    id,
    type,
    rawId: textOf(credential.rawId),
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/** @param {any} options */
async function made(options) {
  const asked = options.creation_options.publicKey;
  const publicKey = withBytes(asked, ["excludeCredentials"]);
  publicKey.user = { ...asked.user, id: bytesOf(asked.user.id) };
  publicKey.authenticatorSelection = {
    ...asked.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
  };
  return answerOf(await navigator.credentials.create({ publicKey }), ["clientDataJSON", "attestationObject"]);
}

/** @param {any} options */
async function shown(options) {
  const publicKey = withBytes(options.request_options.publicKey, ["allowCredentials"]);
  const credential = await navigator.credentials.get({ publicKey });
  return answerOf(credential, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

/** @param {HTMLFormElement} form */
async function optionsOf(form) {
  if (!form.dataset.optionsAt) return JSON.parse(document.getElementById("passkey-options").textContent);
  const headers = { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" };
  const answer = await fetch(form.dataset.optionsAt, { headers });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** @param {HTMLFormElement} form */
async function sendWithPasskey(form) {
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const ask = form.dataset.passkey === "create" ? made : shown;
    form.elements.credential.value = JSON.stringify(await ask(await optionsOf(form)));
    form.submit();
  } catch { // the person declined, the time ran out, or the device has no passkey
    button.disabled = false;
    showError(form.dataset.failed);
  }
}

if (canUsePasskeys()) {
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll("[data-passkey]");
  forms.forEach((form) => {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sendWithPasskey(form);
    });
  });
  document.querySelectorAll("[data-no-passkey]").forEach((note) => {
    note.hidden = true;
  });
}
