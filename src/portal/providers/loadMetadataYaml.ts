import { buildMetadataYaml } from "../../contract/yaml/metadataYaml.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import type { RecordRow } from "./resources/recordRow.ts";
import { ALL_ROWS_PARAMS } from "./vendorHttpClient.ts";

/** The metadata file of the saved record, not of the form's unsaved values. */
export async function loadMetadataYaml(dataProvider: PortalDataProvider, recordId: string): Promise<string> {
  const [record, references, contacts] = await Promise.all([
    dataProvider.getOne("records", { id: recordId }),
    dataProvider.getReferences(),
    dataProvider.getList("contacts", ALL_ROWS_PARAMS),
  ]);
  const { currentMetadata: metadata } = record.data as RecordRow;
  return buildMetadataYaml({ recordId, metadata, references, contacts: contacts.data });
}
