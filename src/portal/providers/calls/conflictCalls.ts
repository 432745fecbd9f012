import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { ModelOutcome } from "../../../contract/conflicts/rejectedModel.ts";
import type { ReversalOutcome } from "../../../contract/generated/entities.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import { buildOptionalHeader, type CallContext } from "./vendorCall.ts";

export interface FileChoices {
  uploadIds: string[];
  excludedIds: string[];
  filesEtag: string | undefined;
}

export type ReversalPreview = ModelOutcome & Pick<ReversalOutcome, "status">;

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
    /** Undefined if the services do not preview it. */
    async getReversalOutcome(recordId: string, resolutionId: string): Promise<ReversalPreview | undefined> {
      const [row] = (await call(endpoints.reversalOutcome, { params: { recordId, resolutionId } })).rows;
      if (!row) return undefined;
      const outcome = decode(
        getSchema("reversal-outcome"),
        row,
        "read",
      ) as unknown as Partial<ReversalOutcome> & Pick<ReversalOutcome, "status">;
      return {
        ...outcome,
        versions: outcome.versions ?? [],
        rejectedVersion: outcome.rejectedVersion ?? undefined,
      };
    },
    async redoResolution(recordId: string, resolutionId: string): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId, username: getUser().username, resolution_id: resolutionId };
      await call(endpoints.redoConflictResolution, { body });
    },
    async undoResolution(recordId: string, resolutionId: string): Promise<void> {
      const body = { [RECORD_ID_KEY]: recordId, username: getUser().username };
      const headers = { "If-Match": `"${resolutionId}"` };
      await call(endpoints.undoConflictResolution, { body, headers });
    },
  };
}
