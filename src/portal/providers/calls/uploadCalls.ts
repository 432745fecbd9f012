import { endpoints, type Endpoint } from "../../../contract/wire/endpoints.ts";
import { schemaOf, type JsonObject, type EntitySchema } from "../../../contract/schema/fields.ts";
import type {
  DownloadLink,
  ModelReport,
  UploadProgress,
  UploadTicket,
} from "../../../contract/generated/entities.ts";
import { RECORD_IDENTIFIER } from "../../../contract/schema/product.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { decode } from "../../../contract/wire/wire.ts";
import { sendFile } from "./sendFile.ts";
import { signIn } from "./signIn.ts";
import { addressOf, tokenHeader, unreadable, type Surroundings } from "./vendorCall.ts";
import { unlessNotServed } from "./vendorError.ts";

/** The version that an upload corrects, and what of it is to go: files and folders by their paths inside the model. */
export interface Correction {
  uploadBatchId: string;
  /** Undefined until that is known. */
  leftOut: string[] | undefined;
}

/** What surrounds sending a model, and reading it back. */
export function uploadCalls({ call, bases, user }: Surroundings) {
  /** The one row of an answer; undefined where there is none, or the services do not know the call. */
  const row = async (endpoint: Endpoint, params: Record<string, string>) =>
    (await unlessNotServed(call(endpoint, { params })))?.rows[0];
  const area = async (...asked: Parameters<typeof row>) =>
    (await row(...asked)) as SpatialExtentArea | undefined;
  return {
    /** Re-checks the signed-in user's password; the session stays as it is. Rejects when it is wrong. */
    async recheckPassword(password: string): Promise<void> {
      await signIn(call, { username: user().username, password });
    },
    /** Asks for leave to send the whole model or, as a correction, what changed against a version of it. */
    async requestUpload(recordId: string, correction?: Correction): Promise<UploadTicket> {
      const { rows } = await call(endpoints.requestUpload, { body: uploadRequest(recordId, correction) });
      const schema = schemaOf("upload-ticket");
      const ticket = decode(schema, rows[0] ?? {}, "read");
      if (schema.required?.some((name) => ticket[name] === undefined)) throw unreadable();
      return ticket as unknown as UploadTicket;
    },
    /** Tells the services that the user is done with the instructions. */
    async finishUpload(recordId: string): Promise<void> {
      await call(endpoints.finishUpload, { body: { [RECORD_IDENTIFIER]: recordId } });
    },
    /** How far the newest upload has come; null when there is none, undefined where the services do not say. */
    async uploadProgress(recordId: string): Promise<UploadProgress | null | undefined> {
      const answer = await unlessNotServed(call(endpoints.uploadProgress, { params: { recordId } }));
      if (!answer) return undefined;
      const row = answer.rows[0] ?? {};
      const progress = decode(schemaOf("upload-progress"), row, "read") as Partial<UploadProgress>;
      return progress.uploadBatchId ? (progress as UploadProgress) : null;
    },
    /**
     * Addresses for reading the record's files, and of the model as it stands while it can be had; undefined where the
     * services do not grant them.
     */
    async downloadLink(recordId: string): Promise<ModelLink | undefined> {
      const answer = await row(endpoints.downloadLink, { recordId });
      return answer && modelLink(answer, addressOf(bases, endpoints.modelZip, { recordId }));
    },
    /** The receipt of an upload as the services word it, to be kept as a file; undefined where there is none. */
    uploadReceipt: (recordId: string, uploadBatchId: string) =>
      row(endpoints.uploadReceipt, { recordId, uploadBatchId }),
    /** The receipt of the model as it stands, to be kept as a file; undefined where the services give none. */
    modelReceipt: (recordId: string) => row(endpoints.modelReceipt, { recordId }),
    /** What the files of an upload say of its model; undefined where there is no report. */
    async modelReport(recordId: string, uploadBatchId: string): Promise<ModelReport | undefined> {
      const answer = await row(endpoints.modelReport, { recordId, uploadBatchId });
      if (!answer) return undefined;
      const schema = schemaOf("model-report");
      const report: JsonObject = { ...emptyLists(schema), ...decode(schema, answer, "read") };
      const isMissing = (name: string) => schema.properties[name]?.type === "object" && !report[name];
      if (schema.required?.some(isMissing)) throw unreadable();
      return report as unknown as ModelReport;
    },
    /** The area of the record's geodatabase; undefined where the services do not read it. */
    spatialExtent: (recordId: string) => area(endpoints.spatialExtent, { recordId }),
    /** The area of a geodatabase that this user has sent, by its stored name; undefined where the services do not read it. */
    uploadedExtent: (storedName: string) => area(endpoints.uploadedExtent, { storedName }),
    /** Sends a zipped geodatabase; answers the name under which it is stored. Progress runs from 0 to 1. */
    async uploadSpatialExtent(
      file: File,
      onProgress: (share: number) => void,
      signal?: AbortSignal,
    ): Promise<string> {
      const address = addressOf(bases, endpoints.uploadSpatialExtent);
      const answer = await sendFile(address, file, tokenHeader(user().accessToken), onProgress, signal);
      if (typeof answer.spatial_extent_shapefile !== "string") throw unreadable();
      return answer.spatial_extent_shapefile;
    },
  };
}

const uploadRequest = (recordId: string, correction?: Correction): JsonObject => ({
  [RECORD_IDENTIFIER]: recordId,
  ...(correction && {
    corrected_upload_batch_id: correction.uploadBatchId,
    left_out_paths: correction.leftOut ?? [],
  }),
});

type ModelLink = DownloadLink & { modelAddress?: string };

function modelLink(row: JsonObject, address: string): ModelLink {
  const link = decode(schemaOf("download-link"), row, "read") as unknown as DownloadLink;
  const { modelGrant } = link;
  return modelGrant ? { ...link, modelAddress: `${address}?grant=${encodeURIComponent(modelGrant)}` } : link;
}

/** A list without entries is decoded as no list at all. */
const emptyLists = ({ properties }: EntitySchema): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => (type === "array" ? [[name, []]] : [])),
  );
