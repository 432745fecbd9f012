import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import {
  coverageGeodatabaseName,
  modelFolderName,
  modelZipName,
} from "../../contract/model-folder/modelFolderNames.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, getFieldText } from "../../contract/schema/fields.ts";
import type { Status } from "../../contract/status.ts";
import { buildZipLayout } from "../../contract/zip/zipLayout.ts";
import people from "./people.json" with { type: "json" };
import records from "./records.json" with { type: "json" };

interface DemoPerson {
  contact: JsonObject;
  account?: { username: string; roles: string[] };
}

export interface DemoUpload {
  uploadId: string;
  at: string;
  /** Path inside the model, and the file in `model/` with its content. */
  files: { path: string; from: string }[];
}

export interface DemoRecord {
  owner: string;
  /** Name of the geodatabase in `model/areas/`. */
  area: string;
  status: Status;
  since: string;
  /** The first has the complete metadata, later ones only the changes. */
  versions: { at: string; metadata?: JsonObject; changes?: JsonObject }[];
  messages: { by: string; at: string; content: string }[];
  notifications: { status: Status; by: string; at: string; content: string }[];
  uploads: DemoUpload[];
  /** A rejected upload: only its error is stored. */
  rejectedUpload?: Pick<DemoUpload, "uploadId" | "at"> & { errorText: string };
}

export const DEMO_PASSWORD = "FloodModel2026";

export const demoPeople = people as DemoPerson[];

export const demoRecords = records as unknown as DemoRecord[];

/** Schema version of people.json and records.json. */
export const DEMO_SCHEMA_VERSION = 1;

/** Returns the complete metadata of each version. Contact ids are still positions in people.json. */
export function expandVersions({ versions }: DemoRecord): { at: Date; metadata: JsonObject }[] {
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

const readModelFile = (name: string) => readFileSync(new URL(`model/${name}`, import.meta.url));

const getAreaPath = ({ area }: DemoRecord) => `areas/${area}.gdb.zip`;

export const readDemoExtent = (record: DemoRecord): Buffer => readModelFile(getAreaPath(record));

/** All demo models share these files, which name the model. */
const TEMPLATE_TITLE = "Pecan Branch";
const TEMPLATE_NAMES = /\.(prj|[gpu]\d\d)$/;

const readDemoFile = (from: string, title: string): Buffer =>
  TEMPLATE_NAMES.test(from)
    ? Buffer.from(readModelFile(from).toString("utf8").replaceAll(TEMPLATE_TITLE, title))
    : readModelFile(from);

export function readDemoFiles(record: DemoRecord, upload: DemoUpload): DemoFile[] {
  const { identifier, title } = getModelNames(record);
  const coverage = { path: `${coverageGeodatabaseName(identifier)}.zip`, from: getAreaPath(record) };
  return [...upload.files, coverage].map(({ path, from }) => ({ path, content: readDemoFile(from, title) }));
}

export function buildDemoZip(record: DemoRecord, files: DemoFile[]): DemoFile {
  const { identifier, title } = getModelNames(record);
  const root = modelFolderName(identifier, title);
  const { pieces } = buildZipLayout(
    files.map(({ path, content }) => ({
      path: `${root}/${path}`,
      content,
      ...getZipMemberAttributes(content),
    })),
  );
  const content = pieces.map((piece) => ("bytes" in piece ? piece.bytes : piece.member.content));
  return { path: modelZipName(identifier, title), content: Buffer.concat(content) };
}

/** Fixed date 2026-01-01 00:00, so that the zip is reproducible. */
export const getZipMemberAttributes = (content: Buffer) => ({
  size: content.length,
  crc32: crc32(content),
  dosTime: (((2026 - 1980) << 9) | (1 << 5) | 1) * 0x10000,
});

function getModelNames(record: DemoRecord): { identifier: string; title: string } {
  const schema = getSchema("metadata");
  const metadata = expandVersions(record).at(-1)?.metadata ?? {};
  return {
    identifier: getFieldText(schema, metadata, "identifier"),
    title: getFieldText(schema, metadata, "title"),
  };
}
