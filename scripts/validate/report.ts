import type { CheckedDocument, Finding } from "./checkText.ts";

/** What was found in one file. */
export interface CheckedFile {
  file: string;
  documents: CheckedDocument[];
}

export interface Summary {
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
