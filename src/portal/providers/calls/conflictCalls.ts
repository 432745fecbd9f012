import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { buildOptionalHeader, type CallContext } from "./vendorCall.ts";

export interface FileChoices {
  uploadIds: string[];
  excludedIds: string[];
  filesEtag: string | undefined;
}

export function createConflictCalls({ call, capabilities, getUser }: CallContext) {
  const sendChoice = async (
    endpoint: Endpoint,
    recordId: string,
    choice: JsonObject,
    filesEtag?: string,
  ): Promise<void> => {
    await call(endpoint, {
      body: { username: getUser().username, [`model_${RECORD_ID_KEY}`]: recordId, ...choice },
      headers: buildOptionalHeader("If-Match", filesEtag),
    });
  };
  const selectVersion = (recordId: string, uploadId: string, filesEtag?: string) =>
    sendChoice(endpoints.resolveFileConflict, recordId, { upload_id: uploadId }, filesEtag);
  return {
    /** Keeps exactly the files of one upload. */
    selectUpload: (recordId: string, uploadBatchId: string, filesEtag?: string): Promise<void> =>
      sendChoice(endpoints.resolveBatchConflict, recordId, { upload_batch_id: uploadBatchId }, filesEtag),
    /**
     * Services without the call for several files get one call per file. If one of these fails, the choices before it
     * stay.
     */
    async selectVersions(
      recordId: string,
      { uploadIds, excludedIds, filesEtag }: FileChoices,
    ): Promise<void> {
      const [first] = uploadIds;
      if (first !== undefined && uploadIds.length === 1 && excludedIds.length === 0)
        return selectVersion(recordId, first, filesEtag);
      const choice = { upload_ids: uploadIds, ...(excludedIds.length > 0 && { left_out_ids: excludedIds }) };
      if (capabilities.resolveFileConflicts || excludedIds.length > 0)
        await sendChoice(endpoints.resolveFileConflicts, recordId, choice, filesEtag);
      else for (const uploadId of uploadIds) await selectVersion(recordId, uploadId);
    },
    async undoResolution(recordId: string, resolutionId: string): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId, username: getUser().username };
      const headers = { "If-Match": `"${resolutionId}"` };
      await call(endpoints.undoConflictResolution, { body, headers });
    },
  };
}
