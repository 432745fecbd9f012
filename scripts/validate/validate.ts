import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { checkText } from "./checkText.ts";
import { listFiles } from "./listFiles.ts";
import type { ValidateOptions } from "./options.ts";
import { progressBar } from "./progressBar.ts";
import { readReferences } from "./readReferences.ts";
import { findingLines, summaryLine, summaryOf, type CheckedFile } from "./report.ts";

interface Streams {
  stdin: NodeJS.ReadableStream;
  stdout: { write(text: string): unknown };
  stderr: { isTTY?: boolean; write(text: string): unknown };
}

/**
 * Checks what the options name and tells what it found as it goes on.
 *
 * @returns the exit code: 0 when every document is valid, 1 otherwise
 * @throws Error when a file cannot be read, or there is none
 */
export async function validate(options: ValidateOptions, { stdin, stdout, stderr }: Streams): Promise<0 | 1> {
  const names = await listFiles(options.names);
  if (names.length === 0) throw new Error("There is no JSON or YAML file to check.");
  const references = await readReferences();
  const checked: CheckedFile[] = [];
  const bar = progressBar(names.length, stderr);
  for (const file of names) {
    bar.show(checked.length);
    const content = file === "-" ? await text(stdin) : await readFile(file, "utf8");
    const found = { file, documents: checkText(file, content, { ...options, references }) };
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
  return summary.errors > 0 ? 1 : 0;
}
