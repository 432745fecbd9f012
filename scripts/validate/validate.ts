import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { checkText, type CheckedDocument, type CheckTextOptions } from "./checkText.ts";
import { listFiles } from "./listFiles.ts";
import type { ValidateOptions } from "./options.ts";
import { findingLines, progressBar, summaryLine, summaryOf, type CheckedFile } from "./report.ts";
import { readReferences } from "./readReferences.ts";

interface Streams {
  stdin: NodeJS.ReadableStream;
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/**
 * Checks what the options name and tells what it found as it goes on.
 *
 * @returns the exit code: 0 when every document is valid, 1 otherwise, 2 when none was one that a schema knows
 * @throws Error when there is no file
 */
export async function validate(
  options: ValidateOptions,
  { stdin, stdout, stderr }: Streams,
): Promise<0 | 1 | 2> {
  const names = await listFiles(options.names);
  if (names.length === 0) throw new Error("There is no JSON or YAML file to check.");
  const references = await readReferences();
  const checked: CheckedFile[] = [];
  const bar = progressBar(names.length, stderr);
  for (const file of names) {
    bar.show(checked.length);
    const passOver = !options.names.includes(file);
    const read = () => (file === "-" ? buffer(stdin) : readFile(file));
    const found = { file, documents: await checkFile(file, read, { ...options, references, passOver }) };
    checked.push(found);
    const lines = options.asJson ? [] : findingLines(found);
    if (lines.length > 0) {
      bar.clear();
      stdout.write(`${lines.join("\n")}\n`);
    }
  }
  bar.clear();
  const summary = summaryOf(checked);
  if (options.asJson) stdout.write(`${JSON.stringify({ summary, files: checked }, null, 2)}\n`);
  else stdout.write(`${summaryLine(checked)}\n`);
  if (summary.errors > 0) return 1;
  return summary.valid > 0 ? 0 : 2;
}

/** A file that cannot be read is one finding, and not the end of the others. */
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
  return checkText(file, content, options);
}
