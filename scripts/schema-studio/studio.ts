import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import type { References } from "../../src/contract/schema/references.ts";
import { tryOrUndefined } from "../../src/contract/tryOrUndefined.ts";
import { buildEntityComponent } from "../../src/server/openapi/buildWireComponent.ts";
import { formatChapter } from "../generate/dictionaryMarkdown.ts";
import { isUserEdited } from "../generate/generate.ts";
import { parseVocabulary, readSchemaTexts, type NamedSchema } from "../generate/readSchemas.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";
import type { StoredDocument } from "../schema-diff/checkStoredDocuments.ts";
import { readNewestRelease } from "../schema-diff/releases.ts";
import { readReferences } from "../validate/readReferences.ts";
import { compareEdited } from "./compareEdited.ts";
import { createCompleter } from "./completion.ts";
import { checkEditedSchemas, type CheckResults } from "./editedSchemas.ts";
import type {
  CompareAnswer,
  CompareRequest,
  Completion,
  CompletionRequest,
  PreviewAnswer,
  PreviewRequest,
  SaveAnswer,
  SaveRequest,
  SchemaView,
  StartAnswer,
} from "./protocol.ts";
import { saveSchemas } from "./saveSchemas.ts";

export interface StudioOptions {
  folder: string;
  /** The documents of an installation, which edits can make invalid. */
  stored?: StoredDocument[] | undefined;
}

export interface Studio {
  start(): Promise<StartAnswer>;
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
  compare(request: CompareRequest): Promise<CompareAnswer>;
  complete(request: CompletionRequest): Promise<Completion[]>;
  /** The only call that writes. */
  save(request: SaveRequest): Promise<SaveAnswer>;
}

export async function openStudio({ folder, stored }: StudioOptions): Promise<Studio> {
  const newest = await readNewestRelease(folder);
  const released = newest?.resolved ?? new Map<string, EntitySchema>();
  const results: CheckResults = new Map();
  return {
    async start() {
      // Checks all schemas now, so that each preview checks only what changed.
      await checkEditedSchemas(folder, [], released, results);
      const { schemas, vocabulary } = await readSchemaTexts(folder);
      const lists = await readReferenceLists(join(folder, "reference"));
      return {
        files: [...schemas].map(([name, text]) => ({ name, text })),
        vocabulary: parseVocabulary(vocabulary, lists).definitions.node.properties,
        references: await readReferences(join(folder, "reference")),
      };
    },
    async preview({ name, edited }) {
      const { schemas, references, errors } = await checkEditedSchemas(folder, edited, released, results);
      const named = schemas.find((schema) => schema.name === name);
      return { errors, view: named?.schema.properties && tryOrUndefined(() => buildView(named, references)) };
    },
    compare: ({ edited }) => compareEdited(folder, edited, { released: newest, stored }),
    complete: createCompleter(folder),
    save: (request) => saveSchemas(folder, request, released),
  };
}

/** @throws Error if the schema has errors that make a view impossible */
function buildView(named: NamedSchema, references: References): SchemaView {
  const { name, schema } = named;
  return {
    name,
    schema,
    hasForm: isUserEdited(named),
    openApi: {
      read: buildEntityComponent(schema, "read", references),
      write: buildEntityComponent(schema, "write", references),
    },
    dictionary: formatChapter(schema),
  };
}
