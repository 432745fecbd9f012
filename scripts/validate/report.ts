import { formatCount } from "../lib/formatCount.ts";
import type { CheckedDocument, Finding } from "./checkText.ts";

export interface CheckedFile {
  file: string;
  documents: CheckedDocument[];
}

interface Summary {
  files: number;
  documents: number;
  /** Documents without an error. */
  valid: number;
  errors: number;
  warnings: number;
}

export function summarize(files: CheckedFile[]): Summary {
  const documents = files.flatMap((file) => file.documents);
  const findings = documents.flatMap((document) => document.findings);
  return {
    files: files.length,
    documents: documents.length,
    valid: documents.filter(isValid).length,
    errors: findings.filter(isError).length,
    warnings: findings.filter((finding) => !isError(finding)).length,
  };
}

const isError = ({ severity }: Finding) => severity === "error";
const isValid = ({ schema, findings }: CheckedDocument) => schema !== undefined && !findings.some(isError);

const SPELLING_NAMES = {
  ours: "schema names",
  read: "response names",
  write: "request names",
  yaml: "metadata YAML",
};

/** Formats each finding as `file:line:column: ...`, which editors and terminals turn into links. */
export function formatFindings({ file, documents }: CheckedFile): string[] {
  return documents.flatMap(({ findings, schema, spelling }) =>
    findings.map(({ line, column, severity, path, name, rule, message }) => {
      const identity = schema && spelling ? ` (${schema}, ${SPELLING_NAMES[spelling]})` : "";
      const location = path ? `${name === undefined ? path : `${name} (${path})`}: ` : "";
      return `${file}:${line}:${column}: ${severity}: ${location}${message}${rule ? ` [${rule}]` : ""}${identity}`;
    }),
  );
}

export function formatSummary(files: CheckedFile[]): string {
  const { documents, valid, errors, warnings, files: fileCount } = summarize(files);
  const kinds = new Map<string, number>();
  for (const { schema } of files.flatMap((file) => file.documents))
    if (schema) kinds.set(schema, (kinds.get(schema) ?? 0) + 1);
  const kindList = [...kinds]
    .map(([schema, count]) => `${count.toLocaleString("en-US")} ${schema}`)
    .join(", ");
  const what = `${formatCount(documents, "document")}${kindList && ` (${kindList})`} in ${formatCount(fileCount, "file")}`;
  return `Checked ${what}: ${valid.toLocaleString("en-US")} without errors; ${formatCount(errors, "error")} and ${formatCount(warnings, "warning")} in all.`;
}

const BAR_WIDTH = 30;
const REDRAW_INTERVAL_MS = 100;

interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Draws nothing if the output is not a terminal, such as a log. */
export function createProgressBar(total: number, terminal: Terminal, now: () => number = Date.now) {
  let drawnAt = -Infinity;
  const isShown = terminal.isTTY === true && total > 1;
  return {
    show(done: number) {
      if (!isShown || (done < total && now() - drawnAt < REDRAW_INTERVAL_MS)) return;
      drawnAt = now();
      const filled = Math.round((done / total) * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      terminal.write(`\r${bar} ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} files`);
    },
    clear() {
      if (isShown) terminal.write("\r\u001B[2K");
    },
  };
}
