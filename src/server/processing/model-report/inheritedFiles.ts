import { quoteName, createWarning, type Diagnostic } from "../../../contract/model-folder/diagnostic.ts";
import {
  modelFolderMessages as texts,
  formatMessage,
} from "../../../contract/model-folder/modelFolderMessages.ts";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import type { ModelSource } from "../../../contract/models/readModelFiles.ts";
import { listInheritedEntries, type CorrectedEntries } from "../../../contract/uploads/correction.ts";

/** Path below the record's folder in the store. */
export type ReadStoredFile = (path: string, length: number, offset?: number) => Promise<Uint8Array>;

interface InheritedEntry {
  path: string;
  kind: "file" | "directory";
  size: number;
  sha256: string;
  crc32: number | null;
  blob_path: string;
}

/** Adds the files that a correction takes from the version it corrects. */
export function withInheritedFiles(
  source: ModelSource,
  corrected: CorrectedEntries<InheritedEntry> | undefined,
  readStoredFile: ReadStoredFile,
): ModelSource {
  if (!corrected) return source;
  const entries = listInheritedEntries(
    corrected,
    source.files.map(({ path }) => path),
  ).filter(({ kind }) => kind === "file");
  const stored = new Map(entries.map(({ path, blob_path }) => [path, blob_path]));
  return {
    files: [
      ...source.files,
      ...entries.map(({ path, size, crc32, sha256 }) => ({
        path,
        size,
        contentKey: String(crc32 ?? sha256),
      })),
    ],
    read(path, length, offset) {
      const blobPath = stored.get(path);
      return blobPath ? readStoredFile(blobPath, length, offset) : source.read(path, length, offset);
    },
  };
}

/** For a kept file of a correction, the warning tells where to correct it. */
export function listMissingFileWarnings(
  report: ModelReport | undefined,
  corrected?: CorrectedEntries<{ path: string }>,
  sentPaths: string[] = [],
): Diagnostic[] {
  const keptPaths = new Set(corrected && listInheritedEntries(corrected, sentPaths).map(({ path }) => path));
  const missing = report?.findings.filter(({ severity }) => severity === "missing") ?? [];
  return missing.map(({ text, path }) => {
    const isKept = path !== undefined && keptPaths.has(path);
    return createWarning(
      isKept ? `${text} ${formatMessage(texts.takenOver, { entry: quoteName(path) })}` : text,
      path,
    );
  });
}
