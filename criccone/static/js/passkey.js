// Passkeys: before a form marked data-passkey is sent, this script calls the browser's passkey API with the server's
// options and puts the result into the form.

import { showError } from "./messages.js";

const IP_ADDRESS = /^[\d.]+$|^\[/; // a passkey is tied to a host name

function canUsePasskeys() {
  return "PublicKeyCredential" in window && !IP_ADDRESS.test(location.hostname);
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
 * The server's options with bytes where JSON has base64url text.
 * @param {any} options
 * @param {string} listName the option that holds a list of credentials
 */
function withBytes(options, listName) {
  const ready = { ...options, challenge: bytesOf(options.challenge) };
  /** @type {{ id: string }[] | undefined} */
  const credentials = options[listName];
  if (credentials) ready[listName] = credentials.map((each) => ({ ...each, id: bytesOf(each.id) }));
  return ready;
}

/**
 * The device's answer with text in place of bytes.
 * @param {any} credential
 * @param {string[]} parts the names of the parts to send, if the credential has them
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
async function createPasskey(options) {
  const received = options.creation_options.publicKey;
  const publicKey = withBytes(received, "excludeCredentials");
  publicKey.user = { ...received.user, id: bytesOf(received.user.id) };
  publicKey.authenticatorSelection = {
    ...received.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
  };
  return answerOf(await navigator.credentials.create({ publicKey }), ["clientDataJSON", "attestationObject"]);
}

/** @param {any} options */
async function getPasskey(options) {
  const publicKey = withBytes(options.request_options.publicKey, "allowCredentials");
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
    const ask = form.dataset.passkey === "create" ? createPasskey : getPasskey;
    form.elements.credential.value = JSON.stringify(await ask(await optionsOf(form)));
    form.submit();
  } catch { // the person cancelled, the time ran out, or the device has no passkey
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
