import type { Bag, SchemaName } from "../../contract/fields.ts";

/** What the documentation says of one call beside its method and path. */
export interface CallDescription {
  group: string;
  summary: string;
  description: string;
  /** The schema of the body under its write names. */
  body?: SchemaName;
  /** The body changes what there is already: it lacks the names that are sent once. */
  isChange?: boolean;
  /** Names in the body beside the schema's own. */
  also?: Bag;
  /** The body, where it is not JSON. */
  multipart?: Bag;
  /** The body is plain bytes. */
  bytes?: boolean;
  /** What the answer holds: a schema under its read names, or names of its own. */
  answer?: SchemaName[] | Bag;
  /** Answers an array of it, or a FeatureCollection where the call is one. */
  isList?: boolean;
  /** Works without an access token. */
  isOpen?: boolean;
  headers?: Record<string, string>;
  /** Refusals, by status. */
  refusals?: Record<number, string>;
}
