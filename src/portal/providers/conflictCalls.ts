import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import type { Bag } from "../../contract/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { VendorCall } from "./vendorCall.ts";
import { isNotServed } from "./vendorError.ts";

interface Surroundings {
  call: VendorCall;
  user: () => { username: string };
}

/** Choosing between conflicting uploads of a record, and taking the choice back. All reject when they are refused. */
export function conflictCalls({ call, user }: Surroundings) {
  const send = (endpoint: Endpoint, recordId: string, choice: Bag) =>
    call(endpoint, {
      body: { username: user().username, [`model_${RECORD_IDENTIFIER}`]: recordId, ...choice },
    });
  const selectVersion = async (recordId: string, uploadId: string): Promise<void> => {
    await send(endpoints.resolveFileConflict, recordId, { upload_id: uploadId });
  };
  return {
    /** Keeps one upload's version of every contested file it holds. */
    async selectUpload(recordId: string, uploadBatchId: string): Promise<void> {
      await send(endpoints.resolveBatchConflict, recordId, { upload_batch_id: uploadBatchId });
    },
    /**
     * Keeps one version of each file. Several go together where the services take them so, else one after the other:
     * then those before a refusal stay chosen.
     */
    async selectVersions(recordId: string, uploadIds: string[]): Promise<void> {
      const [first] = uploadIds;
      if (first !== undefined && uploadIds.length === 1) return selectVersion(recordId, first);
      try {
        await send(endpoints.resolveFileConflicts, recordId, { upload_ids: uploadIds });
      } catch (error) {
        if (!isNotServed(error)) throw error;
        for (const uploadId of uploadIds) await selectVersion(recordId, uploadId);
      }
    },
    /** Brings back what the last choice archived. Answers false where the services do not offer that. */
    async undoResolution(recordId: string): Promise<boolean> {
      const body = { [RECORD_IDENTIFIER]: recordId, username: user().username };
      try {
        await call(endpoints.undoConflictResolution, { body });
        return true;
      } catch (error) {
        if (isNotServed(error)) return false;
        throw error;
      }
    },
  };
}
