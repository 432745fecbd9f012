import { readFile } from "node:fs/promises";
import type { Bag } from "../../contract/schema/fields.ts";
import type { Config } from "../config.ts";

const FILE = new URL("../../../public/config.json", import.meta.url);

/** What the portal reads at its start: the file in `public/`, with what the environment sets laid over it. */
export async function portalConfig({ supportEmail, documentationUrl }: Config): Promise<Bag> {
  const file = JSON.parse(await readFile(FILE, "utf8")) as Bag;
  return {
    ...file,
    ...(supportEmail && { supportEmail }),
    ...(documentationUrl && { documentationUrl }),
  };
}
