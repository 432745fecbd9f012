import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { RECORD_ID_KEY } from "../../contract/schema/product.ts";
import { listReadNames } from "../../contract/wire/wire.ts";
import type { Component } from "./buildWireComponent.ts";
import { textSchema, ID_SCHEMA, TEXT_LIST, objectComponent } from "./componentParts.ts";

const CONFLICT_RECORD_ID = `model_${RECORD_ID_KEY}`;

const conflictParameters = { username: textSchema("vendor1"), [CONFLICT_RECORD_ID]: ID_SCHEMA };

const UPLOAD_ID = textSchema("6f1f3a0e-9c1b-4f0a-8a55-0d0d3c5f7b11");

/** The read name of the metadata field for the spatial extent. */
export function getExtentFieldName(): string {
  const schema = getSchema("metadata");
  return listReadNames(schema.properties[getFieldNameByRole(schema, "extent")] ?? {}, "read")[0] ?? "";
}

export const uploadComponents: Record<string, Component> = {
  UploadRequest: objectComponent(
    "The record and, for a correction, the corrected version and the paths to delete from it.",
    { [RECORD_ID_KEY]: ID_SCHEMA, corrected_upload_batch_id: UPLOAD_ID, left_out_paths: TEXT_LIST },
    [RECORD_ID_KEY],
  ),
  UploadReport: objectComponent(
    "Describes the zip that an upload script has sent: file name, size and SHA-256.",
    {
      file_name: { ...textSchema("030000000001_Denton_Creek.zip"), minLength: 1, maxLength: 1000 },
      size: { type: "integer", minimum: 0, example: 1048576 },
      sha256: {
        ...textSchema("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        pattern: "^[0-9A-Fa-f]{64}$",
      },
    },
  ),
  UploadState: objectComponent(
    "The processing state of an upload, for its upload script.",
    {
      state: {
        type: "string",
        enum: ["expected", "refused", "processing", "processed"],
        example: "processing",
      },
      stage: {
        type: "string",
        enum: ["hashing", "checking", "extracting", "cataloguing", "catalogued"],
        example: "checking",
      },
      size: { type: "integer", description: "Bytes of the zip that was sent.", example: 31457280 },
      faults: TEXT_LIST,
      messages: TEXT_LIST,
    },
    ["state"],
  ),
  UploadCheck: objectComponent(
    "The errors and warnings that processing would find in the zip.",
    {
      faults: TEXT_LIST,
      warnings: TEXT_LIST,
      needed: {
        type: "object",
        properties: { offset: { type: "integer" }, length: { type: "integer" } },
        example: { offset: 0, length: 131072 },
      },
    },
    [],
  ),
  UploadReceived: objectComponent("Confirms that the portal received the upload script's report.", {
    status: { type: "string", const: "received", example: "received" },
  }),
  UploadCanceled: objectComponent("Confirms that the upload was canceled.", {
    status: { type: "string", const: "canceled", example: "canceled" },
  }),
  SpatialExtentName: objectComponent("The stored name of an uploaded geodatabase, to save in a record.", {
    [getExtentFieldName()]: textSchema("0b6f8a52-5c7e-4a0e-9c8e-3f1f7a1c2d3e_Denton_Creek.gdb.zip"),
  }),
  SpatialExtentArea: objectComponent("The area of a geodatabase as one GeoJSON feature.", {
    type: { type: "string", const: "Feature", example: "Feature" },
    geometry: {
      type: ["object", "null"],
      additionalProperties: true,
      description: "A MultiPolygon in geographic coordinates, or null if no area could be read.",
      example: {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [-97.3, 33.1],
              [-97.2, 33.1],
              [-97.2, 33.2],
              [-97.3, 33.1],
            ],
          ],
        ],
      },
    },
    properties: {
      type: "object",
      properties: {
        feature_classes: TEXT_LIST,
        counties: TEXT_LIST,
        regions: TEXT_LIST,
        note: { type: "string" },
      },
      example: { feature_classes: ["Coverage"] },
    },
  }),
  UploadChoice: objectComponent(
    "Chooses one whole upload of a record.",
    { ...conflictParameters, upload_batch_id: UPLOAD_ID },
    [CONFLICT_RECORD_ID, "upload_batch_id"],
  ),
  VersionChoice: objectComponent(
    "Chooses one version of a file.",
    { ...conflictParameters, upload_id: textSchema("7") },
    [CONFLICT_RECORD_ID, "upload_id"],
  ),
  VersionsChoice: objectComponent(
    "Chooses one version each of many files, and the files to remove from the model.",
    {
      ...conflictParameters,
      upload_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["7", "9"] },
      left_out_ids: { type: "array", items: { type: "string" }, maxItems: 100_000, example: ["8"] },
    },
    ["upload_ids"],
  ),
  UndoneChoice: objectComponent(
    "The record, and the id of the conflict resolution to undo. Without that id, the latest one is undone.",
    { [RECORD_ID_KEY]: ID_SCHEMA, ...conflictParameters, resolution_id: textSchema("12") },
    [],
  ),
  RedoneChoice: objectComponent(
    "The record, and the id of the conflict resolution to redo.",
    { [RECORD_ID_KEY]: ID_SCHEMA, username: textSchema("vendor1"), resolution_id: textSchema("12") },
    [RECORD_ID_KEY, "resolution_id"],
  ),
};
