// Types that the scripts of criccone/static/js assume beyond the standard library; only `deno check` reads this file.

/** The elements of our pages are HTML; where a script means an input or a dialog it says so. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Document {
  getElementById<E extends Element = HTMLElement>(id: string): E | null;
}

interface Element {
  readonly dataset: DOMStringMap;
  hidden: boolean | "until-found";
  cloneNode(subtree?: boolean): this;
  closest<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selector: string): E | null;
}

/** Events are heard at the document, and come from an element of the page. */
interface DocumentEventMap {
  "change": Event & { target: HTMLInputElement };
  "click": PointerEvent & { target: HTMLElement };
  "focusin": FocusEvent & { target: HTMLElement };
  "focusout": FocusEvent & { target: HTMLInputElement };
  "input": Event & { target: HTMLInputElement };
  "keydown": KeyboardEvent & { target: HTMLInputElement };
  "mousedown": MouseEvent & { target: HTMLElement };
  "pointerdown": PointerEvent & { target: HTMLElement };
  "dragstart": DragEvent & { target: HTMLElement };
  "submit": SubmitEvent & { target: HTMLFormElement; submitter: HTMLButtonElement };
  "chosen": CustomEvent<{ value?: string }> & { target: HTMLInputElement };
  "moved": CustomEvent<{ focus: string }>;
  "toast": CustomEvent<{ value: string }>;
  "go": CustomEvent<string>;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeOnLoad": HtmxEvent;
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:sseMessage": HtmxEvent;
  "sse:changed": Event & { target: HTMLElement };
}

interface HtmxEvent extends Event {
  target: HTMLElement;
  detail: {
    elt: HTMLElement;
    target: HTMLElement;
    xhr?: XMLHttpRequest;
    requestConfig: { elt: HTMLElement; verb: string; triggeringEvent?: Event };
    shouldSwap: boolean;
  };
}

declare const htmx: {
  ajax(verb: string, path: string, context: Record<string, unknown>): Promise<void>;
  trigger(element: string | Element, name: string): void;
  process(element: Element): void;
};

/** Names and values of a form, as they are sent. */
type Fields = [string, string][];

interface DocumentFragment {
  cloneNode(subtree?: boolean): this;
}

interface HTMLFormControlsCollection {
  [name: string]: any;
}

/** An entry of the outbox, kept until the server has accepted its key. */
interface Entry {
  key: string;
  order: number;
  state: "waiting" | "refused";
  url: string;
  page: string;
  table: string;
  place: string;
  person: string;
  fields: Fields;
  number?: number;
  what?: string;
  figures?: string;
  html?: string;
  refusedAt?: number;
  login?: boolean;
}

interface Outcome {
  kind: "sent" | "refused" | "failed" | "login" | "away";
  next?: string;
  html?: string;
}

/** A deal that is being written, as the device keeps it. */
interface KeptDraft {
  typed: Fields;
  basedOn: string;
  after?: string;
}

/** A page of an evening, as the device keeps it: its own part, and what it says of its deal. */
interface KeptPage {
  title: string;
  club: string;
  bodyClass: string;
  mainClass: string;
  version: string;
  html: string;
}

/** A declaration, as the hidden field of the form holds it. */
interface Accuso {
  side: string;
  player: string;
  number?: number;
  cards?: string[];
  cricca?: string;
  sequence?: string;
}

/** The cards and values of the games of two pairs, as `scoring.device_rules` gives them. */
interface Rules {
  deck: string[];
  plain: string[];
  run: string[];
  trick: number;
  tricks: number;
  discard: number;
  lastTrick: number;
  cardPointsInAll: number;
  kinds: Record<string, { cards: string[]; value: number; three: number }>;
  scartini: string[];
  suits: Record<string, { king: string; court: string[]; cards: string[] }>;
  equals: Record<string, string[]>;
  contatori: string[];
  angelo: string;
  pezzi: string[];
  numbers: string[];
  trumps: number;
  gates: Record<string, [string, string]>;
  pointsPerCard: number;
  shortest: number;
  doublingFrom: number;
}

/** The sentences of a count, as `scoring.device_words` gives them. */
interface Words {
  phrases: Record<string, string>;
  cards: Record<string, string>;
  families: Record<string, string>;
  singular: Record<string, string>;
  agreeing: [string, string][];
}

/** The pointer that holds a card or a table: where it went down, where it is, and the shadow under it. */
interface Drag {
  from: HTMLElement;
  id: number;
  x: number;
  y: number;
  shadow: HTMLElement | null;
  at?: { x: number; y: number };
  frame?: number;
}

// --- Of the service worker, and of browsers ahead of the standard library ------------------------------

interface FetchEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface Window {
  VERSION: string;
  STATIC: string;
  ICON: string;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: string }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

interface WindowClient {
  url: string;
  focus(): Promise<WindowClient>;
}

interface WindowEventMap {
  push: FetchEvent & { data: { json(): Record<string, string> } };
  notificationclick: FetchEvent & { notification: Notification };
  install: FetchEvent;
  activate: FetchEvent;
  fetch: FetchEvent;
}

interface MessageEvent<T> {
  waitUntil(work: Promise<unknown>): void;
}

declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  static getSupportedFormats(): Promise<string[]>;
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}

interface HTMLElementEventMap {
  "change": Event & { target: HTMLInputElement };
  "click": PointerEvent & { target: HTMLElement };
  "input": Event & { target: HTMLInputElement };
  "submit": SubmitEvent & { target: HTMLFormElement; submitter: HTMLButtonElement };
  "chosen": CustomEvent<{ value?: string }>;
  "htmx:afterRequest": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:responseError": HtmxEvent;
  "htmx:sendError": HtmxEvent;
  "htmx:timeout": HtmxEvent;
}
