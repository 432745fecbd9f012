import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { fieldWithRole, schemaOf, textOf } from "../../contract/fields.ts";
import { noArea } from "../../contract/spatialExtent.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { extentArea } from "../spatial-extents/extentArea.ts";
import { findReadableRecord } from "../stores/recordStore.ts";
import { isOwnExtent } from "../stores/spatialExtentStore.ts";
import { receiveSpatialExtent } from "../uploads/receiveSpatialExtent.ts";

/** Uploading the zipped geodatabase that says which area a model covers, and reading that area. */
export function spatialExtentRoutes(app: FastifyInstance, services: Services): void {
  // In a scope of its own, since nothing else takes multipart bodies. The size is limited where the file is stored.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: Infinity } });
    scope.route({
      method: endpoints.uploadSpatialExtent.method,
      url: endpoints.uploadSpatialExtent.path,
      handler: async (request) => {
        if (!request.isMultipart()) throw new Refusal(400, NO_FILE);
        const part = await request.file();
        if (part?.fieldname !== "file") throw new Refusal(400, NO_FILE);
        const file = { name: part.filename, content: part.file };
        return { [wireName()]: await receiveSpatialExtent(services, request.user.username, file) };
      },
    });
  });

  app.route<{ Params: { recordId: string } }>({
    method: endpoints.spatialExtent.method,
    url: endpoints.spatialExtent.path,
    handler: async ({ user, params }) => {
      const { metadata } = await findReadableRecord(services.db, user, params.recordId);
      const storedName = textOf(schemaOf("metadata"), metadata, "extent");
      return storedName === "" ? noArea(NO_EXTENT) : extentArea(services, storedName);
    },
  });

  app.route<{ Params: { storedName: string } }>({
    method: endpoints.uploadedExtent.method,
    url: endpoints.uploadedExtent.path,
    handler: async ({ user, params }) => {
      if (!(await isOwnExtent(services.db, user.username, params.storedName)))
        throw new Refusal(404, NOT_SENT);
      return extentArea(services, params.storedName);
    },
  });
}

const NOT_SENT = "You have uploaded no spatial extent of this name.";

const NO_EXTENT = "The record has no spatial extent yet.";

const NO_FILE = 'The call must carry the file as multipart form data, in a part named "file".';

/** The stored name is answered as a record's answer names it. */
function wireName(): string {
  const schema = schemaOf("metadata");
  const { read } = schema.properties[fieldWithRole(schema, "extent")]?.["x-wire"] ?? {};
  return String(Array.isArray(read) ? read[0] : read);
}
