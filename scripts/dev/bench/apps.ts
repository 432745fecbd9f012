import type { Shown } from "./probe.ts";

/** An application that lists records: the portal, or its peer. */
export interface App {
  name: string;
  login: string;
  home: string;
  /** The first of its records, on Home. */
  record: string;
  search: string;
  /** Local storage that makes its pages signed in. */
  storage: Record<string, string>;
  username: string;
}

/** What a sign-in page shows once it can be used. */
export const SIGN_IN: Shown = { selector: "input[type=password]" };

/** The portal, as a user of it. */
export const portalApp = (url: string, username: string, storage: Record<string, string>): App => ({
  name: "portal",
  login: `${url}/metadata_app/login`,
  home: `${url}/metadata_app/app/`,
  record: "main li a.opens",
  search: "input[type=search]",
  storage,
  username,
});

/** The stock app with one of the lists that the peers' server holds. */
export const stockApp = (url: string, list: string): App => ({
  name: "stock",
  // Straight to it: being sent there from the list takes react-admin seconds of trying again.
  login: `${url}/stock-admin/?list=${list}#/login`,
  home: `${url}/stock-admin/?list=${list}`,
  record: "tbody tr",
  search: "input[name=q]",
  storage: { "stock-admin.user": "{}" },
  username: list,
});
