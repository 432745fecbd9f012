import type { Bag } from "../../contract/schema/fields.ts";
import type { Status } from "../../contract/status.ts";
import people from "./people.json" with { type: "json" };
import records from "./records.json" with { type: "json" };

/** A contact, and the account of one who can sign in. */
export interface DemoPerson {
  contact: Bag;
  account?: { username: string; roles: string[] };
}

export interface DemoUpload {
  batchId: string;
  at: string;
  /** Paths inside the model, and the file of `model/` that stands there. */
  files: { path: string; from: string }[];
}

/** A record, as a vendor and the agency would have made it. */
export interface DemoRecord {
  owner: string;
  status: Status;
  since: string;
  /** The first whole, each later one as what it changed. */
  versions: { at: string; metadata?: Bag; changes?: Bag }[];
  messages: { by: string; at: string; content: string }[];
  notifications: { status: Status; by: string; at: string; content: string }[];
  uploads: DemoUpload[];
}

/** Whoever signs in to a demo installation does so with this password. */
export const DEMO_PASSWORD = "FloodModel2026";

export const demoPeople = people as DemoPerson[];

export const demoRecords = records as unknown as DemoRecord[];

/** The version of the schema that the demo records are written under; a later one reads them as it reads any. */
export const DEMO_SCHEMA_VERSION = 1;

/** The metadata of a record's versions, each whole, contacts still numbered by their place in the list of people. */
export function versionsOf({ versions }: DemoRecord): { at: Date; metadata: Bag }[] {
  let metadata: Bag = {};
  return versions.map((version) => {
    metadata = { ...metadata, ...version.metadata, ...version.changes };
    return { at: new Date(version.at), metadata };
  });
}
