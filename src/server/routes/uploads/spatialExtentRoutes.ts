import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { getSchema, getFieldText } from "../../../contract/schema/fields.ts";
import { buildEmptyArea } from "../../../contract/uploads/spatialExtent.ts";
import { getExtentFieldName } from "../../openapi/uploadComponents.ts";
import { HttpError } from "../../httpError.ts";
import type { Services } from "../../services.ts";
import { getExtentPath, loadSpatialExtentArea } from "../../processing/coverage/spatialExtentArea.ts";
import { findReadableRecord } from "../../stores/records/recordStore.ts";
import { isExtentStored, isExtentUploadedBy } from "../../stores/uploads/spatialExtentStore.ts";
import { receiveSpatialExtent } from "../../uploads/receiveSpatialExtent.ts";
import { RECORD_NOT_FOUND, defineOperation } from "../operation.ts";

const uploadSpatialExtentCall = defineOperation("uploadSpatialExtent", {
  tag: "Uploads",
  summary: "Upload a spatial extent",
  description:
    "Stores a zipped file geodatabase (at most 200 MB) and returns the name to save in the record.",
  multipart: { file: { type: "string", format: "binary" } },
  response: "SpatialExtentName",
  errors: {
    "400": "The form data has no part named file.",
    "413": "The zipped geodatabase is larger than 200 MB.",
    "422": "The file is not a zip of one complete geodatabase.",
  },
});

const spatialExtentCall = defineOperation("spatialExtent", {
  tag: "Uploads",
  summary: "Read the spatial extent of a record",
  description:
    "Returns the polygons of the stored geodatabase as one GeoJSON feature in geographic coordinates, simplified for a map. If no area can be read, the geometry is null and the note contains the reason.",
  response: "SpatialExtentArea",
  errors: RECORD_NOT_FOUND,
});

const spatialExtentFileCall = defineOperation("spatialExtentFile", {
  tag: "Uploads",
  summary: "Download the spatial extent of a record",
  description:
    "Returns the zipped geodatabase as it was uploaded. An upload from the browser adds it to a model without a coverage geodatabase.",
  response: { type: "string", format: "binary" },
  mediaTypes: ["application/zip"],
  errors: { 404: "The record does not exist or has no stored spatial extent." },
});

const uploadedExtentCall = defineOperation("uploadedExtent", {
  tag: "Uploads",
  summary: "Read the area of a geodatabase that no record uses yet",
  description:
    "Returns the polygons of an uploaded geodatabase that is not saved in a record yet, as for the spatial extent of a record. Only for the user who uploaded the geodatabase.",
  response: "SpatialExtentArea",
  errors: {
    404: "The signed-in user has not uploaded a geodatabase with this stored name.",
    503: "Too many geodatabases are being read. Retry-After is the number of seconds to wait.",
  },
});

export function spatialExtentRoutes(app: FastifyInstance, services: Services): void {
  // In its own scope: no other route accepts multipart bodies. receiveSpatialExtent limits the size.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: Infinity } });
    scope.route({
      ...uploadSpatialExtentCall,
      handler: async (request) => {
        if (!request.isMultipart()) throw new HttpError(400, NO_FILE);
        const part = await request.file();
        if (part?.fieldname !== "file") throw new HttpError(400, NO_FILE);
        const file = { name: part.filename, content: part.file };
        return { [getExtentFieldName()]: await receiveSpatialExtent(services, request.user.username, file) };
      },
    });
  });

  app.route<{ Params: { recordId: string } }>({
    ...spatialExtentCall,
    handler: async ({ user, params }) => {
      const { metadata } = await findReadableRecord(services.db, user, params.recordId);
      const storedName = getFieldText(getSchema("metadata"), metadata, "extent");
      return storedName === "" ? buildEmptyArea(NO_EXTENT) : loadSpatialExtentArea(services, storedName);
    },
  });

  app.route<{ Params: { recordId: string } }>({
    ...spatialExtentFileCall,
    handler: async ({ user, params }, reply) => {
      const { metadata } = await findReadableRecord(services.db, user, params.recordId);
      const storedName = getFieldText(getSchema("metadata"), metadata, "extent");
      if (storedName === "") throw new HttpError(404, NO_EXTENT);
      const path = getExtentPath(storedName);
      const isStored = await isExtentStored(services.db, storedName);
      const blob = isStored ? await services.storage.find(path) : undefined;
      if (!blob) throw new HttpError(404, EXTENT_NOT_STORED);
      void reply.headers({
        "content-type": "application/zip",
        "content-length": blob.size,
        "cache-control": "private, no-store",
      });
      return reply.send(await services.storage.read(path));
    },
  });

  app.route<{ Params: { storedName: string } }>({
    ...uploadedExtentCall,
    handler: async ({ user, params }) => {
      const { storedName } = params;
      // PostgreSQL rejects NUL characters in text.
      if (storedName.includes("\0") || !(await isExtentUploadedBy(services.db, user.username, storedName)))
        throw new HttpError(404, EXTENT_NOT_FOUND);
      return loadSpatialExtentArea(services, storedName);
    },
  });
}

const EXTENT_NOT_FOUND = "You have not uploaded a geodatabase with this stored name.";

const NO_EXTENT = "The record has no spatial extent yet.";

const EXTENT_NOT_STORED =
  "The record's coverage geodatabase is not in the storage. Try again in a minute. If it is still missing, upload it again in the record's form.";

const NO_FILE = 'Send the file as multipart form data, in a part named "file".';
