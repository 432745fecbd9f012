import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { coverageName, modelRootName, zipFileName } from "../../contract/model-folder/modelFolder.ts";
import { schemaOf, textOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { Status } from "../../contract/status.ts";
import { zipLayout } from "../processing/zipLayout.ts";
import people from "./people.json";
import records from "./records.json";

/** A contact, and the account of one who can sign in. */
interface DemoPerson {
  contact: JsonObject;
  account?: { username: string; roles: string[] };
}

export interface DemoUpload {
  batchId: string;
  at: string;
  /** Paths inside the model, and the file of `model/` that stands there. */
  files: { path: string; from: string }[];
}

/** A record, as a vendor and the agency would have made it. */
export interface DemoRecord {
  owner: string;
  status: Status;
  since: string;
  /** The first whole, each later one as what it changed. */
  versions: { at: string; metadata?: JsonObject; changes?: JsonObject }[];
  messages: { by: string; at: string; content: string }[];
  notifications: { status: Status; by: string; at: string; content: string }[];
  uploads: DemoUpload[];
  /** An upload that was sent and not taken, of which nothing is left but the reason. */
  refused?: Pick<DemoUpload, "batchId" | "at"> & { fault: string };
}

/** Whoever signs in to a demo installation does so with this password. */
export const DEMO_PASSWORD = "FloodModel2026";

export const demoPeople = people as DemoPerson[];

export const demoRecords = records as unknown as DemoRecord[];

/** The version of the schema that the demo records are written under; a later one reads them as it reads any. */
export const DEMO_SCHEMA_VERSION = 1;

/** The metadata of a record's versions, each whole, contacts still numbered by their place in the list of people. */
export function versionsOf({ versions }: DemoRecord): { at: Date; metadata: JsonObject }[] {
  let metadata: JsonObject = {};
  return versions.map((version) => {
    metadata = { ...metadata, ...version.metadata, ...version.changes };
    return { at: new Date(version.at), metadata };
  });
}

interface DemoFile {
  path: string;
  content: Buffer;
}

const COVERAGE = "coverage.gdb.zip";

const contentOf = (name: string) => readFileSync(new URL(`model/${name}`, import.meta.url));

/** The zipped geodatabase that stands for every record's spatial extent. */
export const demoExtent = (): Buffer => contentOf(COVERAGE);

/** The files of one upload, by their path inside the model. */
export function demoFiles(record: DemoRecord, upload: DemoUpload): DemoFile[] {
  const { identifier } = namesOf(record);
  const coverage = { path: `${coverageName(identifier)}.zip`, from: COVERAGE };
  return [...upload.files, coverage].map(({ path, from }) => ({ path, content: contentOf(from) }));
}

/** The zip the files came in, as a vendor would have made it of the model's root folder. */
export function demoZip(record: DemoRecord, files: DemoFile[]): DemoFile {
  const { identifier, title } = namesOf(record);
  const root = modelRootName(identifier, title);
  const { pieces } = zipLayout(
    files.map(({ path, content }) => ({ path: `${root}/${path}`, content, ...storedIn(content) })),
  );
  const content = pieces.map((piece) => ("bytes" in piece ? piece.bytes : piece.member.content));
  return { path: zipFileName(identifier, title), content: Buffer.concat(content) };
}

/** What a zip says of a file; 1 January 2026, midnight: the same content always makes the same zip. */
export const storedIn = (content: Buffer) => ({
  size: content.length,
  crc32: crc32(content),
  dosTime: (((2026 - 1980) << 9) | (1 << 5) | 1) * 0x10000,
});

function namesOf(record: DemoRecord): { identifier: string; title: string } {
  const schema = schemaOf("metadata");
  const metadata = versionsOf(record).at(-1)?.metadata ?? {};
  return { identifier: textOf(schema, metadata, "identifier"), title: textOf(schema, metadata, "title") };
}
