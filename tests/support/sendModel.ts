import { BlockBlobClient } from "@azure/storage-blob";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { UploadTicket } from "../../src/contract/generated/entities.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { buildMetadataYaml } from "../../src/contract/yaml/metadataYaml.ts";
import type { PortalDataProvider } from "../../src/portal/providers/dataProvider.ts";
import { aModelFolder } from "./aModelFolder.ts";
import { aModelZip } from "./aModelZip.ts";

/** Uploads a complete model of a record as the upload script does. */
export async function sendModel(
  provider: PortalDataProvider,
  recordId: string,
  metadata: JsonObject,
): Promise<void> {
  const references = await provider.getReferences();
  const folder = await aModelFolder({
    modelIdentifier: String(metadata.modelIdentifier),
    modelName: String(metadata.modelName),
    recordId,
    yaml: buildMetadataYaml({ recordId, metadata, references, contacts: [] }),
  });
  const zip = readFileSync(await aModelZip(folder));
  await sendZip(await provider.requestUpload(recordId), zip);
}

/** Sends a zip to the store and reports it to the portal, as the upload script does. */
export async function sendZip(ticket: UploadTicket, zip: Buffer): Promise<void> {
  await new BlockBlobClient(`${ticket.prefix}${ticket.blobName}?${ticket.query}`).uploadData(zip);
  const answer = await fetch(ticket.completeAddress, {
    method: "POST",
    headers: { "content-type": "application/json", "x-upload-token": ticket.uploadToken },
    body: JSON.stringify({
      file_name: "model.zip",
      size: zip.length,
      sha256: createHash("sha256").update(zip).digest("hex"),
    }),
  });
  if (answer.status !== 200)
    throw new Error(`The report of the upload was answered ${answer.status}: ${await answer.text()}`);
}
