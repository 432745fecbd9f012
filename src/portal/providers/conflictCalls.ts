import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import type { Bag } from "../../contract/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { VendorCall } from "./vendorCall.ts";
import { isNotServed } from "./vendorError.ts";

interface Surroundings {
  call: VendorCall;
  user: () => { username: string };
}

/**
 * Choosing between conflicting uploads of a record, and taking the choice back. All reject when they are refused. A
 * choice answers what names it to whoever takes it back; undefined where the services do not say.
 */
export function conflictCalls({ call, user }: Surroundings) {
  const choose = async (endpoint: Endpoint, recordId: string, choice: Bag): Promise<string | undefined> => {
    const { etag } = await call(endpoint, {
      body: { username: user().username, [`model_${RECORD_IDENTIFIER}`]: recordId, ...choice },
    });
    return etag;
  };
  const selectVersion = (recordId: string, uploadId: string) =>
    choose(endpoints.resolveFileConflict, recordId, { upload_id: uploadId });
  return {
    /** Keeps one upload's version of every contested file it holds. */
    selectUpload: (recordId: string, uploadBatchId: string): Promise<string | undefined> =>
      choose(endpoints.resolveBatchConflict, recordId, { upload_batch_id: uploadBatchId }),
    /**
     * Keeps one version of each file. Several go together where the services take them so, else one after the other:
     * then those before a refusal stay chosen, and the last is what is named.
     */
    async selectVersions(recordId: string, uploadIds: string[]): Promise<string | undefined> {
      const [first] = uploadIds;
      if (first !== undefined && uploadIds.length === 1) return selectVersion(recordId, first);
      try {
        return await choose(endpoints.resolveFileConflicts, recordId, { upload_ids: uploadIds });
      } catch (error) {
        if (!isNotServed(error)) throw error;
        let last: string | undefined;
        for (const uploadId of uploadIds) last = await selectVersion(recordId, uploadId);
        return last;
      }
    },
    /**
     * Brings back what a choice archived: the one named, else the last. Answers false where the services do not offer
     * that.
     */
    async undoResolution(recordId: string, choice: string | undefined): Promise<boolean> {
      const body = { [RECORD_IDENTIFIER]: recordId, username: user().username };
      try {
        const named = choice === undefined ? {} : { headers: { "If-Match": choice } };
        await call(endpoints.undoConflictResolution, { body, ...named });
        return true;
      } catch (error) {
        if (isNotServed(error)) return false;
        throw error;
      }
    },
  };
}
