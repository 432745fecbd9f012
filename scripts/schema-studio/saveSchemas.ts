import { realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { checkEditedSchemas, readFileText } from "./editedSchemas.ts";
import { isListName, toFilePath } from "./fileNames.ts";
import type { EditedFile, SaveAnswer, SaveRequest, StudioFile } from "./protocol.ts";
import { Refusal } from "./refusal.ts";

/** The text before the edits of a file that does not exist. */
const NEW_FILE = "";

const CONFLICT = 409;
const UNPROCESSABLE = 422;

/** Checks all schemas, then formats and writes the edited ones. Writes nothing if one of them has an error. */
export async function saveSchemas(
  folder: string,
  { files }: SaveRequest,
  released: Map<string, EntitySchema>,
): Promise<SaveAnswer> {
  const errors = await checkEditedSchemas(folder, files, released);
  if (errors.length > 0) throw new Refusal(UNPROCESSABLE, "Not saved: the schemas have errors.", errors);
  const formatted = await Promise.all(files.map(formatFile));
  const onDisk = await Promise.all(files.map(({ name }) => readFileText(folder, name)));
  // A file can have the saved text already: the answer to an earlier request can be lost.
  const isChanged = ({ base }: EditedFile, index: number) =>
    ![base, formatted[index]!.text].includes(onDisk[index] ?? NEW_FILE);
  const changed = files.filter(isChanged).map(({ name }) => name);
  if (changed.length > 0)
    throw new Refusal(
      CONFLICT,
      `Another program changed ${changed.join(", ")}. Copy your edits, then reload the page.`,
    );
  await writeAll(folder, formatted);
  return { files: formatted };
}

/** Writes all files before it renames them: a full disk must not leave only some of them saved. */
async function writeAll(folder: string, files: StudioFile[]): Promise<void> {
  const places = await Promise.all(
    files.map(async ({ name, text }) => {
      const path = join(folder, toFilePath(name));
      // A symbolic link stays one.
      const target = await realpath(path).catch(() => path);
      return { text, target, temporary: `${target}.tmp` };
    }),
  );
  try {
    for (const { temporary, text } of places) await writeFile(temporary, text);
    for (const { temporary, target } of places) await rename(temporary, target);
  } finally {
    await Promise.allSettled(places.map(({ temporary }) => rm(temporary, { force: true })));
  }
}

/** As `npm run format` does. */
async function formatFile({ name, text }: StudioFile): Promise<StudioFile> {
  // A list has an entry on each line.
  if (isListName(name)) return { name, text };
  const style = await resolveConfig("package.json");
  return { name, text: await format(text, { ...style, parser: "json" }) };
}
