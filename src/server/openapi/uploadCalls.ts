import { fieldWithRole, schemaOf, type Bag } from "../../contract/fields.ts";
import { RECORD_IDENTIFIER } from "../../contract/product.ts";
import type { CallDescription } from "./callDescription.ts";

const group = "Uploads";
const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const ONE_RECORD = { [RECORD_IDENTIFIER]: TEXT };
const CONTESTED = { username: TEXT, [`model_${RECORD_IDENTIFIER}`]: TEXT };
const NO_RECORD = { 404: "There is no such record, or it is another vendor's." };
const DECIDED = { 409: "The record's status does not allow it." };

const BUSY = { 503: "Too many geodatabases are being read; Retry-After says how many seconds to wait." };

/** An area as one GeoJSON feature. */
const AREA = {
  type: { const: "Feature" },
  geometry: { type: ["object", "null"], description: "A MultiPolygon, or null." },
  properties: {
    type: "object",
    properties: { feature_classes: TEXTS, counties: TEXTS, regions: TEXTS, note: TEXT },
  },
};

/** The spatial extent under its own server name, wherever the schema says that is. */
function extentAnswer(): Bag {
  const schema = schemaOf("metadata");
  const { read } = schema.properties[fieldWithRole(schema, "extent")]?.["x-wire"] ?? {};
  return { [String([read].flat()[0])]: TEXT };
}

const conflicts = { group, answer: ["upload-conflict"], isList: true } satisfies Partial<CallDescription>;
const remaining = "Answers the record's remaining conflicts. The ETag names the choice, for undoing it.";
const MEANWHILE = { 409: "The record's status does not allow it, or another version was chosen meanwhile." };

export const uploadCalls = {
  requestUpload: {
    group,
    summary: "Ask for an upload",
    description:
      "Answers where to send one zip, with a shared-access address limited to it, and the token of the upload's last step. Every call makes a new upload batch.",
    also: ONE_RECORD,
    answer: ["upload-ticket"],
    refusals: { ...NO_RECORD, ...DECIDED },
  },
  uploadComplete: {
    group,
    summary: "Report an upload as delivered",
    description: "The last step of an upload script: what was sent is now in the store, and is processed.",
    also: { file_name: TEXT, size: { type: "integer", minimum: 0 }, sha256: TEXT },
    headers: { "x-upload-token": "The token that the upload was asked for with." },
    isOpen: true,
    refusals: {
      400: "A value is missing or malformed.",
      401: "The token is unknown or has expired.",
      409: "The store does not hold this file, or another file of this token is being processed.",
    },
  },
  uploadState: {
    group,
    summary: "Tell an upload script how far its upload has come",
    description:
      "Asked before anything is sent, and afterwards until the verdict: a zip may be expected, be processed now, have been processed, or have been refused for faults, so that another is expected. With Accept: text/plain, a name and a value on each line.",
    headers: { "x-upload-token": "The token that the upload was asked for with." },
    answer: {
      state: { enum: ["expected", "refused", "processing", "processed"] },
      stage: { enum: ["hashing", "checking", "extracting", "cataloguing", "catalogued"] },
      faults: { type: "array", items: TEXT },
    },
    isOpen: true,
    refusals: { 401: "The token is unknown or has expired." },
  },
  checkUpload: {
    group,
    summary: "Check a zip before it is sent",
    description:
      "Says of a zip, in the same words, what would be said of it after the upload. The query names its size and the stretches of it that the body holds one behind the other, as in size=30&stretches=20:10,0:5. It begins with the last 128 KiB; `needed` is the stretch to be shown as well before more can be said. 16 MiB at most.",
    bytes: true,
    headers: { "x-upload-token": "The token that the upload was asked for with." },
    answer: {
      faults: { type: "array", items: TEXT },
      warnings: { type: "array", items: TEXT },
      needed: { type: "object", properties: { offset: { type: "integer" }, length: { type: "integer" } } },
    },
    isOpen: true,
    refusals: {
      400: "The query and the body do not fit.",
      401: "The token is unknown or has expired.",
      409: "The record was deleted.",
      413: "The body is larger than 16 MiB.",
    },
  },
  finishUpload: {
    group,
    summary: "Finish an upload",
    description: "Looks at once for an upload that arrived but was not reported, and answers the record.",
    also: ONE_RECORD,
    answer: ["record", "metadata"],
    isList: true,
    refusals: NO_RECORD,
  },
  uploadSpatialExtent: {
    group,
    summary: "Upload a spatial extent",
    description:
      "Stores a zipped file geodatabase of 200 MB at most, and answers the name to save with the record.",
    multipart: { file: { type: "string", format: "binary" } },
    answer: extentAnswer(),
    refusals: {
      400: "There is no part named file.",
      413: "The file is too large.",
      422: "The file is not a zip of one whole geodatabase.",
    },
  },
  spatialExtent: {
    group,
    summary: "Read the area of a record's spatial extent",
    description:
      "The polygons of the stored geodatabase as one GeoJSON feature in geographic coordinates, simplified for a map, with the counties of Texas it reaches into, and the flood planning regions in which some of those are known to lie whole. Where no area could be read the geometry is null, and a note says why.",
    answer: AREA,
    refusals: { ...NO_RECORD, ...BUSY },
  },
  uploadedExtent: {
    group,
    summary: "Read the area of a spatial extent that was just uploaded",
    description:
      "The same of a geodatabase by the name it was stored under, before any record names it: to be shown and compared with what the record says. For whoever uploaded it.",
    answer: AREA,
    refusals: { 404: "The signed-in user has uploaded no spatial extent of this name.", ...BUSY },
  },
  listConflicts: {
    ...conflicts,
    summary: "List the user's upload conflicts",
    description:
      "The versions of files between which the signed-in user still has to choose, of all records.",
    refusals: { 403: "The user name is another user's." },
  },
  recordConflicts: {
    ...conflicts,
    summary: "List a record's upload conflicts",
    description: "The versions of files between which a record's vendor still has to choose.",
    refusals: NO_RECORD,
  },
  resolveFileConflict: {
    ...conflicts,
    summary: "Choose one version of a file",
    description: `Keeps one version and archives the others of its conflict. ${remaining}`,
    also: { ...CONTESTED, upload_id: TEXT },
    refusals: { ...NO_RECORD, ...MEANWHILE },
  },
  resolveFileConflicts: {
    ...conflicts,
    summary: "Choose versions of many files",
    description: `Keeps one version of each file named, as one resolution that is undone as one. ${remaining}`,
    also: { ...CONTESTED, upload_ids: { type: "array", items: TEXT } },
    refusals: {
      ...NO_RECORD,
      409: "The record's status does not allow it, or a version was put aside meanwhile.",
    },
  },
  resolveBatchConflict: {
    ...conflicts,
    summary: "Choose a whole upload",
    description: `Keeps one upload's version in every conflict it is part of, and archives the others. ${remaining}`,
    also: { ...CONTESTED, upload_batch_id: TEXT },
    refusals: { ...NO_RECORD, ...MEANWHILE },
  },
  undoConflictResolution: {
    ...conflicts,
    summary: "Undo a resolution",
    description:
      "Brings back what a resolution archived. Undoing it again changes nothing. Answers the conflicts again.",
    also: { ...ONE_RECORD, username: TEXT },
    headers: { "If-Match": "The ETag of the choice to undo; without it, the last one is undone." },
    refusals: {
      ...NO_RECORD,
      409: "The record's status does not allow it, or another choice was made since.",
    },
  },
  listArchive: {
    group,
    summary: "List a record's uploads",
    description:
      "The zips of a record, the newest first, each with the number of its files that are new, changed, the same or gone beside the upload before it. Paths are relative to the prefix of a download link.",
    answer: ["upload"],
    isList: true,
    refusals: NO_RECORD,
  },
  listFiles: {
    group,
    summary: "List a record's files",
    description:
      "The files and folders unpacked from a record's uploads. Answers 304 to an If-None-Match that is still right.",
    answer: ["file"],
    isList: true,
    headers: { "If-None-Match": "The ETag of an earlier answer." },
    refusals: NO_RECORD,
  },
  downloadLink: {
    group,
    summary: "Ask for download addresses",
    description: "Read-only shared access to one record's files.",
    answer: ["download-link"],
    refusals: NO_RECORD,
  },
  uploadReceipt: {
    group,
    summary: "Read an upload's receipt",
    description:
      "The proof of one upload: the zip's hash, every file with its size and hash, who sent it, when each stage ended and what was found. Kept as a file, it can be compared with what is stored at any later time.",
    answer: ["upload-receipt"],
    refusals: { 404: "There is no receipt of such an upload." },
  },
  modelReport: {
    group,
    summary: "Read an upload's model report",
    description:
      "What the files of one upload say of the model: software and versions, plans, geometries, and whether every file they refer to was delivered. It is made once for each upload; what it finds never stops one.",
    answer: ["model-report"],
    refusals: { 404: "There is no model report of such an upload." },
  },
  uploadProgress: {
    group,
    summary: "See how far an upload has come",
    description: "The stages of the latest upload, each with its time.",
    answer: ["upload-progress"],
    refusals: NO_RECORD,
  },
} satisfies Record<string, CallDescription>;
