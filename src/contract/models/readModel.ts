import {
  MOST_HDF,
  MOST_PACKED_HDF,
  MOST_TEXT,
  Unreadable,
  type FileFacts,
  type ListedFile,
} from "./fileFacts.ts";
import { openHdf, readRasHdf } from "./rasHdf.ts";
import { recognise, type FileType } from "./recognise.ts";
import { decodeText } from "./textLines.ts";

/** A delivery that can be looked into: a folder on the vendor's disk, a zip, or what the store holds. */
export interface ModelSource {
  files: ListedFile[];
  /** The bytes of a file from `offset` on, 0 unless said and always 0 for packed ones; `length` at most. */
  read(path: string, length: number, offset?: number): Promise<Uint8Array>;
}

/** A file that a program is known by, and what came of reading it. */
export interface ReadFile extends ListedFile {
  name: string;
  type: FileType;
  facts: FileFacts;
  state: "read" | "in part" | "unreadable" | "not read";
  reason?: string;
  line?: number;
}

/** Readings under way at once: the store answers each in a round trip of its own. */
const AT_ONCE = 32;
/** Larger files are read one after the other, so that only one of them is held at a time. */
const SMALL = 1024 * 1024;
/** Of one delivery, no more bytes are read in all. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Reads what a delivery's files say, each for itself. Rejects only when the source fails. */
export async function readModel(source: ModelSource): Promise<ReadFile[]> {
  const files = source.files.flatMap((file): ReadFile[] => {
    const name = file.path.slice(file.path.lastIndexOf("/") + 1);
    const type = recognise(name);
    return type ? [{ ...file, name, type, facts: {}, state: "not read" }] : [];
  });
  const wanted = files.filter(({ type, isUnread }) => !isUnread && (type.readText || type.isHdf));
  const budget = { left: MOST_BYTES };
  const small = wanted.filter(({ size }) => size <= SMALL).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const file of small) await readInto(file, source, budget);
    }),
  );
  for (const file of wanted) if (file.size > SMALL) await readInto(file, source, budget);
  return files;
}

async function readInto(file: ReadFile, source: ModelSource, budget: { left: number }): Promise<void> {
  const { path, size, type, isPacked } = file;
  if (size === 0) return fail(file, "it is empty");
  const isByRanges = type.isHdf && !isPacked && size > MOST_HDF;
  const most = !type.isHdf ? MOST_TEXT : isPacked ? MOST_PACKED_HDF : MOST_HDF;
  const length = Math.min(size, most);
  if (length > budget.left || (type.isHdf && isPacked && size > most))
    return void Object.assign(file, { reason: `it is larger than is read, ${megabytes(size)} MB` });
  let failure: { cause: unknown } | undefined;
  const read = async (bytes: number, offset = 0) => {
    budget.left -= bytes;
    return source.read(path, bytes, offset).catch((cause: unknown) => {
      failure = { cause };
      throw cause;
    });
  };
  try {
    // A piece of a text holds the whole text in memory: the copy does not.
    file.facts = type.readText
      ? structuredClone(type.readText(decodeText(await read(length)), file.name))
      : await readRasHdf(await openHdf(size, !isByRanges, read));
    file.state = !type.isHdf && size > most ? "in part" : "read";
    if (file.state === "in part") file.reason = `only its first ${megabytes(most)} MB were read`;
  } catch (error) {
    if (error instanceof Unreadable) fail(file, error.reason, error.line);
    else fail(file, "its content is not as expected");
  }
  // The readers bear whatever a file lacks, also what only could not be fetched.
  if (failure) throw failure.cause;
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function fail(file: ReadFile, reason: string, line?: number): void {
  file.state = "unreadable";
  file.reason = reason;
  if (line !== undefined) file.line = line;
}

/**
 * The program a file belongs to, by its name or by what it says: a projection shares its ending with a project, and other
 * programs' files end like projects, too.
 */
export function softwareOfFile({ type, facts, state }: ReadFile): string | undefined {
  if (type.kind !== "project") return type.software ?? hdfSoftware(type, facts);
  return state === "unreadable" ? undefined : (type.software ?? (facts.references && "HEC-RAS"));
}

/** An HDF file of another name is HEC-RAS's when it says so. */
const hdfSoftware = (type: ReadFile["type"], { version }: ReadFile["facts"]) =>
  type.isHdf && version !== undefined ? "HEC-RAS" : undefined;

/** The folder of a file, with the slash behind it; empty at the top. */
export const folderOf = ({ path, name }: ReadFile): string => path.slice(0, path.length - name.length);
