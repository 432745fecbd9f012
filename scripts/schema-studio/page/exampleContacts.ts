import type { JsonObject } from "../../../src/contract/json.ts";
import { buildExampleEntity, getSchema } from "../../../src/contract/schema/fields.ts";

const EXAMPLE_ID = "1";

/** Every contact that the values name looks like the example contact. */
export function buildExampleContacts(values: JsonObject): { id: string }[] {
  const entries = Object.values(values).flatMap((value) =>
    Array.isArray(value) ? (value as unknown[]) : [],
  );
  const ids = entries.flatMap((entry) => (entry as { contactId?: string } | null)?.contactId ?? []);
  const example = buildExampleEntity(getSchema("contact"));
  return [...new Set([...ids, EXAMPLE_ID])].map((id) => ({ ...example, id }));
}
