import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { EntitySchema } from "../../src/contract/schema/fields.ts";
import { checkEditedSchemas, readEditedTexts } from "./editedSchemas.ts";
import type { SaveAnswer, SaveRequest, SchemaFile } from "./protocol.ts";
import { Refusal } from "./refusal.ts";

const CONFLICT = 409;
const UNPROCESSABLE = 422;

/** Checks all schemas, then formats and writes the edited ones. Writes nothing if one of them has an error. */
export async function saveSchemas(
  folder: string,
  { files }: SaveRequest,
  released: Map<string, EntitySchema>,
): Promise<SaveAnswer> {
  const { disk } = await readEditedTexts(folder, files);
  const changed = files.filter(({ name, base }) => disk.schemas.get(name) !== base).map(({ name }) => name);
  if (changed.length > 0)
    throw new Refusal(
      CONFLICT,
      `Another program changed ${changed.join(", ")}. Copy your edits, then reload the page.`,
    );
  const { errors } = await checkEditedSchemas(folder, files, released);
  if (errors.length > 0) throw new Refusal(UNPROCESSABLE, "Not saved: the schemas have errors.", errors);
  const formatted = await Promise.all(files.map(formatFile));
  for (const { name, text } of formatted) await writeFile(join(folder, `${name}.schema.json`), text);
  return { files: formatted };
}

/** As `npm run format` does. */
async function formatFile({ name, text }: SchemaFile): Promise<SchemaFile> {
  const style = await resolveConfig("package.json");
  return { name, text: await format(text, { ...style, parser: "json" }) };
}
