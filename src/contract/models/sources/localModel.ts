import type { ModelReport } from "../../generated/entities.ts";
import { checkModel, type ExpectedRecord, type ModelFolder } from "../../model-folder/checkModel.ts";
import type { Diagnostic } from "../../model-folder/diagnostic.ts";
import { findCommonRoot, isSystemFile, type FolderEntry } from "../../model-folder/folderEntries.ts";
import { yieldToPage } from "../../yieldToPage.ts";
import { isSupportedEntry, readZipDirectory, type ZipEntry } from "../../zip/zipDirectory.ts";
import { InvalidZipError } from "../../zip/zipMember.ts";
import type { ZipSource } from "../../zip/zipSource.ts";
import { listInheritedEntries } from "../../uploads/correction.ts";
import { buildModelReport } from "../buildModelReport.ts";
import { UnreadableFileError, type ModelFile } from "../fileFacts.ts";
import type { ModelSource } from "../readModelFiles.ts";
import { createZipModelSource } from "./zipModelSource.ts";

/** A model on the user's computer: a folder or a zip. */
export interface LocalModel {
  folder: ModelFolder;
  source: ModelSource;
}

/** `readEntry` unpacks at most `length` bytes. @throws InvalidZipError if the zip cannot be listed */
export async function openLocalZip(
  zip: ZipSource,
  readEntry: (entry: ZipEntry, length?: number) => Promise<Uint8Array>,
): Promise<LocalModel> {
  const { entries, errors } = await readZipDirectory(zip);
  const [error] = errors;
  if (error && entries.length === 0) throw new InvalidZipError(error.text);
  return {
    folder: { isZip: true, entries, errors, readEntry: (entry) => readEntry(entry as ZipEntry) },
    source: createZipModelSource(entries, readEntry, isSupportedEntry),
  };
}

export interface LocalFile extends ModelFile {
  /** @throws UnreadableFileError if the computer denies reading the file */
  read(length: number, offset: number): Promise<Uint8Array>;
}

/** Paths start with the folder's own name. `emptyFolders` are those that hold no file. */
export function openLocalFolder(files: LocalFile[], emptyFolders: string[]): LocalModel {
  const entries: FolderEntry[] = [
    ...emptyFolders.map((path) => ({ path: `${path}/`, size: 0, compressedSize: 0, isDirectory: true })),
    ...files.map(({ path, size }) => ({
      ...{ path: path.normalize("NFC"), size, compressedSize: size },
      isDirectory: false,
    })),
  ];
  const modelFiles = files.filter(({ path }) => !isSystemFile(path));
  const root = findCommonRoot(modelFiles.map(({ path }) => path));
  const byPath = new Map(
    modelFiles.map((file) => [file.path.slice(root.length).normalize("NFC"), file] as const),
  );
  const fileOfEntry = new Map(files.map((file) => [file.path.normalize("NFC"), file]));
  return {
    folder: {
      isZip: false,
      entries,
      errors: [],
      readEntry: ({ path, size }) => fileOfEntry.get(path)!.read(size, 0),
    },
    source: {
      files: [...byPath].map(([path, file]) => ({ ...file, path })),
      read: (path, length, offset = 0) => byPath.get(path)!.read(length, offset),
    },
  };
}

export interface LocalModelCheck {
  report: ModelReport;
  /** Undefined if the record is unknown: layout and metadata file were not checked. */
  diagnostics: Diagnostic[] | undefined;
}

/** Says before the upload what the portal will say after it. */
export async function inspectLocalModel(
  { folder, source }: LocalModel,
  expected?: ExpectedRecord,
): Promise<LocalModelCheck> {
  await yieldToPage();
  const damaged = new Map<string, Diagnostic>();
  const report = await buildModelReport({
    files: [...source.files, ...listKeptFiles(source.files, expected)],
    read: (path, length, offset) =>
      source.read(path, length, offset).catch((error: unknown) => {
        if (!(error instanceof InvalidZipError)) throw error;
        damaged.set(path, error.diagnostic);
        throw new UnreadableFileError("it is damaged in the zip");
      }),
  });
  if (!expected) return { report, diagnostics: undefined };
  await yieldToPage();
  return { report, diagnostics: [...(await checkModel(folder, expected)), ...damaged.values()] };
}

/** Files that a correction takes from the version it corrects. They are known, but not on the computer. */
function listKeptFiles(sentFiles: ModelFile[], expected: ExpectedRecord | undefined): ModelFile[] {
  if (!expected?.corrected) return [];
  const sentPaths = sentFiles.map(({ path }) => path);
  return listInheritedEntries(expected.corrected, sentPaths).flatMap(({ path, kind, size }) =>
    kind === "file" ? [{ path, size, isUnread: true as const, isKept: true as const }] : [],
  );
}

/** Folder layout and references; a report alone covers only the references. */
export const isModelComplete = ({ report, diagnostics }: LocalModelCheck): boolean =>
  diagnostics?.every(({ severity }) => severity !== "error") === true &&
  report.totals.unreadable + report.totals.unread === 0 &&
  report.findings.every(({ severity }) => severity !== "missing");
