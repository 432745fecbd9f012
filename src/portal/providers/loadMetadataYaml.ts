import { buildMetadataYaml } from "../../contract/yaml/metadataYaml.ts";
import type { PortalDataProvider } from "./dataProvider.ts";
import { loadSavedMetadata } from "./loadSavedMetadata.ts";
import { ALL_ROWS_PARAMS } from "./vendorHttpClient.ts";

/** The metadata file of the saved record, not of the form's unsaved values. */
export async function loadMetadataYaml(
  dataProvider: PortalDataProvider,
  recordId: string,
  savedMetadata = loadSavedMetadata(dataProvider, recordId),
): Promise<string> {
  const [metadata, references, contacts] = await Promise.all([
    savedMetadata,
    dataProvider.getReferences(),
    dataProvider.getList("contacts", ALL_ROWS_PARAMS),
  ]);
  return buildMetadataYaml({ recordId, metadata, references, contacts: contacts.data });
}
