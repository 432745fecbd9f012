import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as jsonService from "vscode-json-languageservice";
import type { Completion, CompletionRequest } from "./protocol.ts";

/** Node finds not all names of this CommonJS package. */
const { getLanguageService, TextDocument } = createRequire(import.meta.url)(
  "vscode-json-languageservice",
) as typeof jsonService;

const SUFFIX = ".schema.json";

/** Suggests what an editor with the project's settings suggests: the vocabulary's keywords and values. */
export function createCompleter(folder: string) {
  const service = getLanguageService({
    schemaRequestService: (uri) => readFile(new URL(uri), "utf8"),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
  });
  const uri = pathToFileURL(resolve(folder, `vocabulary${SUFFIX}`)).href;
  service.configure({ schemas: [{ uri, fileMatch: [`*${SUFFIX}`] }] });
  return async ({ name, text, offset }: CompletionRequest): Promise<Completion[]> => {
    const document = TextDocument.create(pathToFileURL(resolve(folder, name + SUFFIX)).href, "json", 1, text);
    const json = service.parseJSONDocument(document);
    const list = await service.doComplete(document, document.positionAt(offset), json);
    return (list?.items ?? []).flatMap((item) => toCompletion(document, item));
  };
}

function toCompletion(document: jsonService.TextDocument, item: jsonService.CompletionItem): Completion[] {
  const { textEdit, label, filterText = label, documentation = "" } = item;
  if (!textEdit || !("range" in textEdit)) return [];
  return [
    {
      label,
      filterText,
      info: typeof documentation === "string" ? documentation : documentation.value,
      from: document.offsetAt(textEdit.range.start),
      to: document.offsetAt(textEdit.range.end),
      snippet: textEdit.newText,
    },
  ];
}
