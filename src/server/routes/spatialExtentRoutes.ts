import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import { fieldWithRole, schemaOf } from "../../contract/fields.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { receiveSpatialExtent } from "../uploads/receiveSpatialExtent.ts";

/** Uploading the zipped geodatabase that says which area a model covers. */
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
}

const NO_FILE = 'The call must carry the file as multipart form data, in a part named "file".';

/** The stored name is answered as a record's answer names it. */
function wireName(): string {
  const schema = schemaOf("metadata");
  const { read } = schema.properties[fieldWithRole(schema, "extent")]?.["x-wire"] ?? {};
  return String(Array.isArray(read) ? read[0] : read);
}
