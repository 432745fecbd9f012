import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { NO_REFERENCES } from "../../src/contract/schema/references.ts";
import { buildEntityComponent } from "../../src/server/openapi/buildWireComponent.ts";
import { formatChapter } from "../generate/dictionaryMarkdown.ts";
import { isUserEdited, readSeedReferences } from "../generate/generate.ts";
import {
  parseProduct,
  parseSchemas,
  parseVocabulary,
  readSchemaTexts,
  type SchemaTexts,
} from "../generate/readSchemas.ts";
import { toSourceName, type ReferenceList } from "../generate/choiceLists.ts";
import { readReferenceLists } from "../generate/referenceLists.ts";
import type { StoredDocument } from "../schema-diff/checkStoredDocuments.ts";
import { readNewestRelease } from "../schema-diff/releases.ts";
import { parseSource } from "../source/parseSource.ts";
import type { Source } from "../source/source.ts";
import { readReferences } from "../validate/readReferences.ts";
import { compareEdited } from "./compareEdited.ts";
import { createCompleter } from "./completion.ts";
import { checkEditedSchemas, readEditedTexts, readFileText, type CheckResults } from "./editedSchemas.ts";
import { isListName, toListName } from "./fileNames.ts";
import type {
  CheckAnswer,
  CheckRequest,
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
  /** Whether the page can compare with the documents of an installation. */
  hasInstallation?: boolean | undefined;
  /** The documents of an installation, which edits can make invalid. */
  stored?: StoredDocument[] | undefined;
}

export interface Studio {
  start(): Promise<StartAnswer>;
  lists(): Promise<ReferenceList[]>;
  /** Answers without any check: checks take longer than a preview may. */
  preview(request: PreviewRequest): Promise<PreviewAnswer>;
  check(request: CheckRequest): Promise<CheckAnswer>;
  compare(request: CompareRequest): Promise<CompareAnswer>;
  complete(request: CompletionRequest): Promise<Completion[]>;
  /** The only call that writes. */
  save(request: SaveRequest): Promise<SaveAnswer>;
}

export async function openStudio({
  folder,
  hasInstallation = false,
  stored,
}: StudioOptions): Promise<Studio> {
  const newest = await readNewestRelease(folder);
  const released = newest?.resolved ?? new Map<string, EntitySchema>();
  const results: CheckResults = new Map();
  const parse = rememberSources();
  return {
    async start() {
      const { schemas, vocabulary } = await readSchemaTexts(folder);
      const lists = await readReferenceLists(join(folder, "reference"));
      const listNames = lists.map(({ file }) => toListName(file)).filter(isListName);
      const listFiles = listNames.map(async (name) => ({
        name,
        text: (await readFileText(folder, name)) ?? "",
      }));
      const listFolder = await readdir(join(folder, "reference"));
      return {
        takenSources: listFolder.map(toSourceName),
        files: [...[...schemas].map(([name, text]) => ({ name, text })), ...(await Promise.all(listFiles))],
        vocabulary: parseVocabulary(vocabulary, lists).definitions.node.properties,
        references: await readReferences(join(folder, "reference")),
        released: selectVersioned(released),
        hasInstallation,
      };
    },
    lists: () => readReferenceLists(join(folder, "reference")),
    async preview({ name, edited }) {
      const { texts } = await readEditedTexts(folder, edited);
      return { view: await buildView(folder, name, texts, parse).catch(() => undefined) };
    },
    check: async ({ edited }) => ({ errors: await checkEditedSchemas(folder, edited, released, results) }),
    compare: ({ edited }) => compareEdited(folder, edited, { released: newest, stored }),
    complete: createCompleter(folder),
    save: (request) => saveSchemas(folder, request, released),
  };
}

const selectVersioned = (released: Map<string, EntitySchema>): Record<string, EntitySchema> =>
  Object.fromEntries([...released].filter(([, schema]) => schema["x-changes"]?.version !== undefined));

/** Parses only changed files again: parsing all takes longer than a keystroke may. */
function rememberSources(): typeof parseSource {
  const known = new Map<string, { text: string; source: Source }>();
  return (file, text) => {
    const latest = known.get(file);
    if (latest?.text === text) return latest.source;
    const source = parseSource(file, text);
    known.set(file, { text, source });
    return source;
  };
}

/** @throws Error if the schema has errors that make a view impossible */
async function buildView(
  folder: string,
  name: string,
  texts: SchemaTexts,
  parse: typeof parseSource,
): Promise<SchemaView | undefined> {
  const schemas = parseSchemas(texts.schemas, parseProduct(texts.product), parse);
  const named = schemas.find((one) => one.name === name);
  if (!named?.schema.properties) return undefined;
  const { schema } = named;
  const references = await readSeedReferences(folder, schemas).catch(() => NO_REFERENCES);
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
