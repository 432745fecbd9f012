import { JSDOM } from "jsdom";

/** The portal's session needs local storage; everything else in these tests runs in Node. */
const { window } = new JSDOM("", { url: "http://localhost" });
Object.assign(globalThis, { window, document: window.document, localStorage: window.localStorage });
