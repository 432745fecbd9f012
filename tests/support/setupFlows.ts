import { JSDOM } from "jsdom";

/** The portal's session lives in a browser's local storage; everything else of these tests runs in Node. */
const { window } = new JSDOM("", { url: "http://localhost" });
Object.assign(globalThis, { window, document: window.document, localStorage: window.localStorage });
