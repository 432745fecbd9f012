import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/schema/fields.ts";
import { RECORD_IDENTIFIER } from "../../../contract/schema/product.ts";
import { optionalHeader, type Surroundings } from "./vendorCall.ts";
import { isNotServed } from "./vendorError.ts";

/** Files chosen one by one: versions that stay, and files that are left out. */
export interface ChosenFiles {
  uploadIds: string[];
  leftOutIds: string[];
  /** The ETag of the list of files that was looked at. */
  seen: string | undefined;
}

/** Choosing between conflicting uploads of a record, and taking the choice back. All reject when they are refused. */
export function conflictCalls({ call, user }: Surroundings) {
  const choose = async (
    endpoint: Endpoint,
    recordId: string,
    choice: JsonObject,
    seen?: string,
  ): Promise<void> => {
    await call(endpoint, {
      body: { username: user().username, [`model_${RECORD_IDENTIFIER}`]: recordId, ...choice },
      headers: optionalHeader("If-Match", seen),
    });
  };
  const selectVersion = (recordId: string, uploadId: string, seen?: string) =>
    choose(endpoints.resolveFileConflict, recordId, { upload_id: uploadId }, seen);
  return {
    /** Keeps one whole upload: exactly its files. `seen` is the ETag of the list of files that was looked at. */
    selectUpload: (recordId: string, uploadBatchId: string, seen?: string): Promise<void> =>
      choose(endpoints.resolveBatchConflict, recordId, { upload_batch_id: uploadBatchId }, seen),
    /**
     * Keeps one version of each file, and leaves files out. Several go together where the services take them so, else
     * one after the other: then those before a refusal stay chosen.
     */
    async selectVersions(recordId: string, { uploadIds, leftOutIds, seen }: ChosenFiles): Promise<void> {
      const [first] = uploadIds;
      if (first !== undefined && uploadIds.length === 1 && leftOutIds.length === 0)
        return selectVersion(recordId, first, seen);
      const choice = { upload_ids: uploadIds, ...(leftOutIds.length > 0 && { left_out_ids: leftOutIds }) };
      try {
        await choose(endpoints.resolveFileConflicts, recordId, choice, seen);
      } catch (error) {
        if (!isNotServed(error) || leftOutIds.length > 0) throw error;
        for (const uploadId of uploadIds) await selectVersion(recordId, uploadId);
      }
    },
    /** Brings back what a choice put aside. */
    async undoResolution(recordId: string, resolutionId: string): Promise<void> {
      const body = { [RECORD_IDENTIFIER]: recordId, username: user().username };
      const headers = { "If-Match": `"${resolutionId}"` };
      await call(endpoints.undoConflictResolution, { body, headers });
    },
  };
}
