import type { FieldSchema } from "./fields.ts";

/** The attribute a field is written as: its x-yaml key, else its write name; undefined for none. */
export function yamlKey({ "x-yaml": yaml, "x-wire": wire }: FieldSchema): string | undefined {
  if (yaml === false) return undefined;
  if (typeof yaml === "string") return yaml;
  if (yaml) return yaml.key;
  return Array.isArray(wire?.write) ? wire.write[0] : wire?.write;
}
