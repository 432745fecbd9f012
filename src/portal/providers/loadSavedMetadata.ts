import type { JsonObject } from "../../contract/json.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import type { RecordRow } from "./resources/recordRow.ts";

/** Of the record as it is saved: a page can still show it as it was before the last save. */
export async function loadSavedMetadata(
  dataProvider: PortalDataProvider,
  recordId: string,
): Promise<JsonObject> {
  const { data } = await dataProvider.getOne<RecordRow>("records", { id: recordId });
  return data.currentMetadata;
}
