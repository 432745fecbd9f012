import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import { checkNewValues } from "../../contract/rules/checkNewValues.ts";
import { canEditField, accessRolesOf, preserveHiddenFields } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getFieldText } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import type { User } from "../user.ts";
import type { Db } from "../database/tables.ts";
import { decodeBody, validateDocument, requireNoErrors } from "../parseBody.ts";
import { loadOptionValues } from "../optionValues.ts";
import { isExtentUploadedBy } from "../stores/uploads/spatialExtentStore.ts";

const EXTENT_NOT_UPLOADED =
  "You have not uploaded a geodatabase with this name. Upload the zipped geodatabase again.";

/** Keeps the stored values of fields that are hidden from the sender. Throws 400 with an error per field. */
export async function parseRecordMetadata(
  db: Db,
  body: JsonObject,
  about: { user: User; references: References; before?: { username: string; metadata: JsonObject } },
): Promise<JsonObject> {
  const schema = getSchema("metadata");
  const { user, references, before } = about;
  const roles = accessRolesOf(user, before?.username);
  const sent = decodeBody("metadata", body, references);
  const metadata = preserveHiddenFields(schema, sent, before?.metadata ?? {}, roles);
  const isEditable = ({ path: [name = ""] }: FieldError) =>
    canEditField(schema.properties[name] ?? {}, roles);
  const errors = validateDocument("metadata", metadata, references).filter(isEditable);
  const path = [getFieldNameByRole(schema, "extent")];
  const extent = getFieldText(schema, metadata, "extent");
  const isUnchanged = before !== undefined && getFieldText(schema, before.metadata, "extent") === extent;
  const hasExtentError = errors.some((error) => error.path[0] === path[0]);
  if (extent && !isUnchanged && !hasExtentError && !(await isExtentUploadedBy(db, user.username, extent)))
    errors.push({ path, rule: "ownExtent", message: EXTENT_NOT_UPLOADED });
  const lists = await loadOptionValues(references);
  const errorPaths = new Set(errors.map((error) => error.path.join("/")));
  const newValueErrors = checkNewValues(schema, metadata, before?.metadata, lists, roles);
  requireNoErrors([...errors, ...newValueErrors.filter((error) => !errorPaths.has(error.path.join("/")))]);
  return metadata;
}
