import type { JsonObject } from "../../contract/json.ts";
import type { HistoryEntry } from "../../contract/generated/entities.ts";

export function getHistoryEntryAuthor({ newValues }: Pick<HistoryEntry, "newValues">) {
  const values = newValues as JsonObject;
  const getText = (name: string) => String(values[name] ?? "");
  return {
    name: `${getText("user_first_name")} ${getText("user_last_name")}`.trim(),
    userId: getText("user_id"),
    username: getText("username"),
    date: getText("record_updated_date"),
  };
}
