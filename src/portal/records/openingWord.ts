import type { ModelRecord } from "../../contract/modelRecord.ts";
import { isEditable } from "../../contract/status.ts";

/** What opening a record is called: it is edited while in progress, and only viewed after. */
export const openingWord = ({ statusInfo }: Pick<ModelRecord, "statusInfo">): "Edit" | "View" =>
  isEditable(statusInfo.status) ? "Edit" : "View";
