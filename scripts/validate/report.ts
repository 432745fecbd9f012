import type { CheckedDocument, Finding } from "./checkText.ts";

/** What was found in one file. */
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

export function summaryOf(files: CheckedFile[]): Summary {
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

const SPELLINGS = {
  ours: "our names",
  read: "names of answers",
  write: "names of saves",
  yaml: "metadata YAML",
};

/** The findings of one file, a line each, in the form that editors and terminals make links of. */
export function findingLines({ file, documents }: CheckedFile): string[] {
  return documents.flatMap(({ findings, schema, spelling }) =>
    findings.map(({ line, column, severity, path, name, rule, message }) => {
      const about = schema && spelling ? ` (${schema}, ${SPELLINGS[spelling]})` : "";
      const where = path ? `${name === undefined ? path : `${name} (${path})`}: ` : "";
      return `${file}:${line}:${column}: ${severity}: ${where}${message}${rule ? ` [${rule}]` : ""}${about}`;
    }),
  );
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

/** The last line: how much was checked, and how much of it is well. */
export function summaryLine(files: CheckedFile[]): string {
  const { documents, valid, errors, warnings, files: fileCount } = summaryOf(files);
  const kinds = new Map<string, number>();
  for (const { schema } of files.flatMap((file) => file.documents))
    if (schema) kinds.set(schema, (kinds.get(schema) ?? 0) + 1);
  const told = [...kinds].map(([schema, count]) => `${count.toLocaleString("en-US")} ${schema}`).join(", ");
  const what = `${counted(documents, "document")}${told && ` (${told})`} in ${counted(fileCount, "file")}`;
  return `Checked ${what}: ${valid.toLocaleString("en-US")} valid, ${counted(errors, "error")}, ${counted(warnings, "warning")}.`;
}

const WIDTH = 30;
const EVERY = 100;

interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A bar on a terminal, redrawn ten times a second at most; nothing anywhere else, where it would fill a log. */
export function progressBar(total: number, terminal: Terminal, now: () => number = Date.now) {
  let drawnAt = -Infinity;
  const isShown = terminal.isTTY === true && total > 1;
  return {
    show(done: number) {
      if (!isShown || (done < total && now() - drawnAt < EVERY)) return;
      drawnAt = now();
      const filled = Math.round((done / total) * WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)}`;
      terminal.write(`\r${bar} ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} files`);
    },
    /** Takes the bar away, so that what follows begins on a clean line. */
    clear() {
      if (isShown) terminal.write("\r\u001B[2K");
    },
  };
}
