import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import type {
  DownloadLink,
  ModelReport,
  UploadProgress,
  UploadTicket,
} from "../../../contract/generated/entities.ts";
import { RECORD_ID_KEY } from "../../../contract/schema/product.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { decode, decodeWithEmptyLists } from "../../../contract/wire/wire.ts";
import { sendFile } from "./sendFile.ts";
import { signIn } from "./signIn.ts";
import {
  buildUrl,
  buildTokenHeader,
  createApiError,
  createUnreadableError,
  type CallContext,
} from "./vendorCall.ts";
import { ApiError, isNotFoundError } from "./apiError.ts";
import { fetchWithRetry } from "./fetchWithRetry.ts";

/** The version that an upload corrects, and the files and folders to delete from it, by path in the model. */
export interface Correction {
  uploadBatchId: string;
  excludedPaths: string[] | undefined;
}

export function createUploadCalls({ call, baseUrls, capabilities, getUser }: CallContext) {
  /** Undefined if there is no row. The services answer 404 for an upload without a receipt or report. */
  const fetchRow = async (endpoint: Endpoint, params: Record<string, string>) => {
    try {
      return (await call(endpoint, { params })).rows[0];
    } catch (error) {
      if (isNotFoundError(error)) return undefined;
      throw error;
    }
  };
  const fetchArea = async (...args: Parameters<typeof fetchRow>) =>
    (await fetchRow(...args)) as SpatialExtentArea | undefined;
  return {
    /** Rejects if the password is wrong. The session does not change. */
    async verifyPassword(password: string): Promise<void> {
      await signIn(call, { username: getUser().username, password });
    },
    /** Requests a ticket for the whole model or, with `correction`, for changed files only. */
    async requestUpload(recordId: string, correction?: Correction): Promise<UploadTicket> {
      const { rows } = await call(endpoints.requestUpload, {
        body: buildUploadRequest(recordId, correction),
      });
      const schema = getSchema("upload-ticket");
      const ticket = decode(schema, rows[0] ?? {}, "read");
      if (schema.required?.some((name) => ticket[name] === undefined)) throw createUnreadableError();
      return ticket as unknown as UploadTicket;
    },
    /** Does nothing if the services do not offer the call. */
    async finishUpload(recordId: string): Promise<void> {
      if (!capabilities.finishUpload) return;
      await call(endpoints.finishUpload, { body: { [RECORD_ID_KEY]: recordId } });
    },
    /** Of the newest upload; null if there is none. */
    async getUploadProgress(recordId: string): Promise<UploadProgress | null> {
      const { rows } = await call(endpoints.uploadProgress, { params: { recordId } });
      const row = rows[0] ?? {};
      const progress = decode(getSchema("upload-progress"), row, "read") as Partial<UploadProgress>;
      return progress.uploadBatchId ? (progress as UploadProgress) : null;
    },
    /**
     * `modelUrl` is missing while the model cannot be downloaded as one ZIP. Undefined if the services issue no links.
     */
    async getDownloadLink(recordId: string): Promise<ModelLink | undefined> {
      const response = await fetchRow(endpoints.downloadLink, { recordId });
      return response && buildModelLink(response, buildUrl(baseUrls, endpoints.modelZip, { recordId }));
    },
    getUploadReceipt: (recordId: string, uploadBatchId: string) =>
      fetchRow(endpoints.uploadReceipt, { recordId, uploadBatchId }),
    getModelReceipt: (recordId: string) => fetchRow(endpoints.modelReceipt, { recordId }),
    async getModelReport(recordId: string, uploadBatchId: string): Promise<ModelReport | undefined> {
      const response = await fetchRow(endpoints.modelReport, { recordId, uploadBatchId });
      if (!response) return undefined;
      const schema = getSchema("model-report");
      const report = decodeWithEmptyLists(schema, response, "read");
      const isMissing = (name: string) => schema.properties[name]?.type === "object" && !report[name];
      if (schema.required?.some(isMissing)) throw createUnreadableError();
      return report as unknown as ModelReport;
    },
    /** Deletes what has arrived of an upload that was not reported as sent. */
    async cancelUpload(uploadToken: string): Promise<void> {
      if (!capabilities.cancelUpload) return;
      await call(endpoints.cancelUpload, { headers: { "x-upload-token": uploadToken } }).catch(
        (error: unknown) => {
          // An upload that another call has ended leaves nothing to cancel.
          if (!(error instanceof ApiError && error.status === 401)) throw error;
        },
      );
    },
    /** The zipped geodatabase of a record with a spatial extent. Undefined if the services do not offer the call. */
    async downloadSpatialExtent(recordId: string): Promise<Blob | undefined> {
      if (!capabilities.spatialExtentFile) return undefined;
      const url = buildUrl(baseUrls, endpoints.spatialExtentFile, { recordId });
      const response = await fetchWithRetry(url, { headers: buildTokenHeader(getUser().accessToken) });
      if (!response.ok) throw createApiError(response.status, await response.json().catch(() => undefined));
      return response.blob();
    },
    getSpatialExtent: (recordId: string) => fetchArea(endpoints.spatialExtent, { recordId }),
    getUploadedExtent: (storedName: string) => fetchArea(endpoints.uploadedExtent, { storedName }),
    /** Returns the stored name. Progress runs from 0 to 1. */
    async uploadSpatialExtent(
      file: File,
      onProgress: (progress: number) => void,
      signal?: AbortSignal,
    ): Promise<string> {
      const url = buildUrl(baseUrls, endpoints.uploadSpatialExtent);
      const response = await sendFile(url, file, buildTokenHeader(getUser().accessToken), onProgress, signal);
      if (typeof response.spatial_extent_shapefile !== "string") throw createUnreadableError();
      return response.spatial_extent_shapefile;
    },
  };
}

const buildUploadRequest = (recordId: string, correction?: Correction): JsonObject => ({
  [RECORD_ID_KEY]: recordId,
  ...(correction && {
    corrected_upload_batch_id: correction.uploadBatchId,
    left_out_paths: correction.excludedPaths ?? [],
  }),
});

type ModelLink = DownloadLink & { modelUrl?: string };

function buildModelLink(row: JsonObject, url: string): ModelLink {
  const link = decode(getSchema("download-link"), row, "read") as unknown as DownloadLink;
  const { modelGrant } = link;
  return modelGrant ? { ...link, modelUrl: `${url}?grant=${encodeURIComponent(modelGrant)}` } : link;
}
