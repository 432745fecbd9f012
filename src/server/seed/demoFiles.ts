import { readFileSync } from "node:fs";
import { coverageName, modelRootName, zipFileName } from "../../contract/model-folder/modelFolder.ts";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { versionsOf, type DemoRecord, type DemoUpload } from "./demoData.ts";
import { crc32 } from "node:zlib";
import { zipLayout } from "../processing/zipLayout.ts";

export interface DemoFile {
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
