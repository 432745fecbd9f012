import { isShownIn, type FieldSchema } from "../schema/fields.ts";

/** The attribute a field is written as: its x-yaml key, else its write name; undefined for none. */
export function yamlKey(field: FieldSchema): string | undefined {
  const { "x-yaml": yaml, "x-wire": wire } = field;
  if (!isShownIn("yaml", field)) return undefined;
  if (typeof yaml === "string") return yaml;
  if (yaml?.key) return yaml.key;
  return Array.isArray(wire?.write) ? wire.write[0] : wire?.write;
}
