import type { Bag } from "../../src/contract/schema/fields.ts";

/** A document somewhere in store, in our names, as it was written. */
export interface StoredDocument {
  /** How people find it: "record 12", "contact 3", or a file and the place in it. */
  name: string;
  /** The schema it was written under, and which version of it. */
  schema: string;
  version: number;
  document: Bag;
}
