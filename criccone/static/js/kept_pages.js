// The pages of an evening stored on this device, so that they open without network: in localStorage, which works over
// plain http too, or in memory if the browser stores nothing.

const PREFIX = "criccone-serata:";
const LAST_TOUCHED = "criccone-serata";
const LASTS_MS = 3 * 24 * 3600 * 1000;

/** @type {Map<string, KeptPage>} */
const inMemory = new Map();

/** @returns {string[]} */
function names() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** @param {string} name */
function remove(name) {
  inMemory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch { /* it was in memory alone */ }
}

/** The pages below one address, that of an evening. */
export class KeptPages {
  /** @param {string} root */
  constructor(root) {
    this.prefix = PREFIX + root;
  }

  /**
   * @param {string} path
   * @returns {KeptPage | undefined}
   */
  read(path) {
    const name = this.prefix + path;
    try {
      return inMemory.get(name) ?? JSON.parse(localStorage.getItem(name)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * @param {string} path
   * @param {KeptPage} page
   */
  keep(path, page) {
    const name = this.prefix + path;
    try {
      localStorage.setItem(name, JSON.stringify(page));
      localStorage.setItem(LAST_TOUCHED, String(Date.now()));
    } catch {
      inMemory.set(name, page);
    }
  }

  /**
   * Forgets the pages that are no longer wanted; without `isWanted`, all of them.
   * @param {(path: string) => boolean} isWanted
   */
  forget(isWanted = () => false) {
    for (const name of [...names(), ...inMemory.keys()]) {
      if (name.startsWith(this.prefix) && !isWanted(name.slice(this.prefix.length))) remove(name);
    }
  }
}

/** Deletes the pages of evenings not opened for days, whose end this device never learned. */
export function forgetOld() {
  try {
    if (Date.now() - Number(localStorage.getItem(LAST_TOUCHED)) > LASTS_MS) names().forEach(remove);
  } catch { /* nothing is kept */ }
}
