import type { JsonObject } from "../../contract/schema/fields.ts";
import type { HistoryEntry } from "../../contract/generated/entities.ts";

/** Who saved one version, and when: an entry holds it among its new values. */
export function authorOf({ newValues }: Pick<HistoryEntry, "newValues">) {
  const values = newValues as JsonObject;
  const text = (name: string) => String(values[name] ?? "");
  return {
    name: `${text("user_first_name")} ${text("user_last_name")}`.trim(),
    userId: text("user_id"),
    username: text("username"),
    date: text("record_updated_date"),
  };
}
