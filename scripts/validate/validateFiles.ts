import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { schemas } from "../../src/contract/generated/schemas.ts";
import type { SchemaName } from "../../src/contract/schema/fields.ts";
import { isExampleFile } from "../rule-examples/exampleFiles.ts";
import { checkText, type CheckedDocument, type CheckTextOptions } from "./checkText.ts";
import { listDocumentFiles } from "./listDocumentFiles.ts";
import type { ValidateOptions } from "./options.ts";
import { createProgressBar, formatFindings, formatSummary, summarize, type CheckedFile } from "./report.ts";
import { readOptionEntries } from "./readOptionEntries.ts";
import { readReferences } from "./readReferences.ts";

interface Streams {
  stdin: NodeJS.ReadableStream;
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/**
 * Prints findings file by file.
 *
 * @returns the exit code: 0 all documents are valid, 1 errors found, 2 no known document
 */
export async function validateFiles(
  options: ValidateOptions,
  { stdin, stdout, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const names = await listDocumentFiles(options.names);
  if (names.length === 0) throw new Error("No JSON or YAML file found.");
  const [references, lists] = await Promise.all([readReferences(), readOptionEntries()]);
  const checked: CheckedFile[] = [];
  const bar = createProgressBar(names.length, stderr);
  for (const file of names) {
    bar.show(checked.length);
    const skipsUnknown = !options.names.includes(file);
    const read = () => (file === "-" ? buffer(stdin) : readFile(file));
    const result = {
      file,
      documents: await checkFile(file, read, { ...options, references, lists, skipsUnknown }),
    };
    checked.push(result);
    const lines = options.asJson ? [] : formatFindings(result);
    if (lines.length > 0) {
      bar.clear();
      stdout.write(`${lines.join("\n")}\n`);
    }
  }
  bar.clear();
  const summary = summarize(checked);
  if (options.asJson) stdout.write(`${JSON.stringify({ summary, files: checked }, null, 2)}\n`);
  else stdout.write(`${formatSummary(checked)}\n`);
  if (summary.errors > 0) return 1;
  return summary.valid > 0 ? 0 : 2;
}

/** Reports an unreadable file as an error and continues with the others. */
async function checkFile(
  file: string,
  read: () => Promise<Uint8Array>,
  options: CheckTextOptions,
): Promise<CheckedDocument[]> {
  let content: Uint8Array;
  try {
    content = await read();
  } catch (error) {
    const message = `The file cannot be read: ${(error as Error).message}`;
    return [{ findings: [{ severity: "error", path: "", rule: "file", message, line: 1, column: 1 }] }];
  }
  return checkText(file, content, { ...options, schema: options.schema ?? getSchemaOfExample(file) });
}

/** `npm run examples` writes the examples of each schema to a folder with its name. */
function getSchemaOfExample(file: string): SchemaName | undefined {
  const name = basename(dirname(file));
  return isExampleFile(file) && Object.hasOwn(schemas, name) ? (name as SchemaName) : undefined;
}
