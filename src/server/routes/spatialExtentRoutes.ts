import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { noArea } from "../../contract/uploads/spatialExtent.ts";
import { extentName } from "../openapi/components.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { extentArea } from "../spatial-extents/extentArea.ts";
import { findReadableRecord } from "../stores/records/recordStore.ts";
import { isOwnExtent } from "../stores/uploads/spatialExtentStore.ts";
import { receiveSpatialExtent } from "../uploads/receiveSpatialExtent.ts";
import { NO_RECORD, operation } from "./operation.ts";

const uploadSpatialExtentCall = operation("uploadSpatialExtent", {
  tag: "Uploads",
  summary: "Upload a spatial extent",
  description:
    "Stores a zipped file geodatabase of 200 MB at most, and answers the name to save with the record.",
  multipart: { file: { type: "string", format: "binary" } },
  answer: "SpatialExtentName",
  refusals: {
    "400": "There is no part named file.",
    "413": "The file is too large.",
    "422": "The file is not a zip of one whole geodatabase.",
  },
});

const spatialExtentCall = operation("spatialExtent", {
  tag: "Uploads",
  summary: "Read the area of a record's spatial extent",
  description:
    "The polygons of the stored geodatabase as one GeoJSON feature in geographic coordinates, simplified for a map. Where no area could be read the geometry is null, and a note says why.",
  answer: "SpatialExtentArea",
  refusals: NO_RECORD,
});

const uploadedExtentCall = operation("uploadedExtent", {
  tag: "Uploads",
  summary: "Read the area of a spatial extent that was just uploaded",
  description:
    "The same of a geodatabase by the name it was stored under, before any record names it: to be shown and compared with what the record says. For whoever uploaded it.",
  answer: "SpatialExtentArea",
  refusals: {
    404: "The signed-in user has uploaded no spatial extent of this name.",
    503: "Too many geodatabases are being read; Retry-After says how many seconds to wait.",
  },
});

/** Uploading the zipped geodatabase that says which area a model covers, and reading that area. */
export function spatialExtentRoutes(app: FastifyInstance, services: Services): void {
  // In a scope of its own, since nothing else takes multipart bodies. The size is limited where the file is stored.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: Infinity } });
    scope.route({
      ...uploadSpatialExtentCall,
      handler: async (request) => {
        if (!request.isMultipart()) throw new Refusal(400, NO_FILE);
        const part = await request.file();
        if (part?.fieldname !== "file") throw new Refusal(400, NO_FILE);
        const file = { name: part.filename, content: part.file };
        return { [extentName()]: await receiveSpatialExtent(services, request.user.username, file) };
      },
    });
  });

  app.route<{ Params: { recordId: string } }>({
    ...spatialExtentCall,
    handler: async ({ user, params }) => {
      const { metadata } = await findReadableRecord(services.db, user, params.recordId);
      const storedName = textOf(schemaOf("metadata"), metadata, "extent");
      return storedName === "" ? noArea(NO_EXTENT) : extentArea(services, storedName);
    },
  });

  app.route<{ Params: { storedName: string } }>({
    ...uploadedExtentCall,
    handler: async ({ user, params }) => {
      const { storedName } = params;
      // PostgreSQL takes no NUL, and no name has one.
      if (storedName.includes("\0") || !(await isOwnExtent(services.db, user.username, storedName)))
        throw new Refusal(404, NOT_SENT);
      return extentArea(services, storedName);
    },
  });
}

const NOT_SENT = "You have uploaded no spatial extent of this name.";

const NO_EXTENT = "The record has no spatial extent yet.";

const NO_FILE = 'The call must carry the file as multipart form data, in a part named "file".';
