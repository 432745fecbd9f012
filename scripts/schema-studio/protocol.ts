import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import type { Side } from "../../src/contract/wire/codecs.ts";
import type { NeededMigration } from "../schema-diff/neededMigrations.ts";

/** What the page and its server exchange. */

/** A schema, or a reference list. */
export interface StudioFile {
  /** For example "contact" or "reference/counties". */
  name: string;
  text: string;
}

export interface EditedFile extends StudioFile {
  /** The file's text before the edits, "" for a new file: another program may have changed it since. */
  base: string;
}

export interface LocatedError {
  /** Name of the schema or list with the error; undefined for an error in another file. */
  file: string | undefined;
  line: number;
  column: number;
  message: string;
}

export interface StartAnswer {
  files: StudioFile[];
  /** Names that a new list cannot have: those of all files in the folder of the lists. */
  takenSources: string[];
  references: References;
  /** The schema of each keyword of a field. */
  vocabulary: Record<string, object>;
  /** By name, the schemas of the last release that have versions. */
  released: Record<string, EntitySchema>;
  hasInstallation: boolean;
}

export interface PreviewRequest {
  name: string;
  edited: StudioFile[];
}

export interface SchemaView {
  name: string;
  schema: EntitySchema;
  /** Whether the portal has a form for it. */
  hasForm: boolean;
  /** Its part of the API description. */
  openApi: Record<Side, unknown>;
  /** Its chapter of the data dictionary, as Markdown. */
  dictionary: string;
}

export interface PreviewAnswer {
  /** Undefined if the edited text cannot be read. */
  view?: SchemaView | undefined;
}

export interface CheckRequest {
  edited: StudioFile[];
}

export interface CheckAnswer {
  errors: LocatedError[];
}

export interface CompareRequest {
  edited: StudioFile[];
}

export interface CompareAnswer {
  /** For example "release 1"; undefined before the first release. */
  baseline: string | undefined;
  /** Schemas that differ. The texts are Markdown. */
  schemas: SchemaComparison[];
  lists: { file: string; changes: string[] }[];
  /** How many documents of an installation were read; undefined without one. */
  documentCount: number | undefined;
}

export interface SchemaComparison {
  name: string;
  state: "added" | "removed" | "changed";
  groups: { heading: string; lines: string[] }[];
  migrations: NeededMigration[];
  /** Undefined without an installation or without its documents. */
  stored: { summary: string; documents: string[] } | undefined;
}

export interface CompletionRequest extends StudioFile {
  offset: number;
}

export interface Completion {
  label: string;
  /** What the typed text is compared with. */
  filterText: string;
  info: string;
  from: number;
  to: number;
  /** A snippet of the Language Server Protocol: `$1` is where the cursor goes. */
  snippet: string;
}

export interface SaveRequest {
  files: EditedFile[];
}

export interface SaveAnswer {
  /** With the text as written. */
  files: StudioFile[];
}

/** The body of every answer that is no success. */
export interface RefusalAnswer {
  message: string;
  errors: LocatedError[];
}
