import { readFile } from "node:fs/promises";
import { referenceLists } from "../../contract/generated/referenceLists.ts";
import type { FieldError } from "../../contract/rules/fieldErrors.ts";
import { checkNewValues, type OptionValuesBySource } from "../../contract/rules/checkNewValues.ts";
import { canEditField, accessRolesOf, preserveHiddenFields } from "../../contract/schema/access.ts";
import type { JsonObject } from "../../contract/json.ts";
import { getFieldNameByRole, getSchema, getFieldText } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import type { User } from "../auth/tokens.ts";
import type { Db } from "../database/tables.ts";
import { decodeBody, validateDocument, requireNoErrors } from "../parseBody.ts";
import { isExtentUploadedBy } from "../stores/uploads/spatialExtentStore.ts";

const NOT_UPLOADED = "You have not uploaded this file. Upload the zipped geodatabase again.";

/**
 * The metadata that a save carries, with what its sender may not read as it was. Refused with 400, naming each field and
 * its wording, when it breaks a rule, when it newly says what no closed list offers, or when it names a spatial extent
 * which neither this user uploaded nor the record had before.
 */
export async function parseRecordMetadata(
  db: Db,
  body: JsonObject,
  about: { user: User; references: References; before?: { username: string; metadata: JsonObject } },
): Promise<JsonObject> {
  const schema = getSchema("metadata");
  const { user, references, before } = about;
  const parties = accessRolesOf(user, before?.username);
  const sent = decodeBody("metadata", body, references);
  const metadata = preserveHiddenFields(schema, sent, before?.metadata ?? {}, parties);
  const isEdited = ({ path: [name = ""] }: FieldError) =>
    canEditField(schema.properties[name] ?? {}, parties);
  const faults = validateDocument("metadata", metadata, references).filter(isEdited);
  const path = [getFieldNameByRole(schema, "extent")];
  const extent = getFieldText(schema, metadata, "extent");
  const isKept = before !== undefined && getFieldText(schema, before.metadata, "extent") === extent;
  const isFaulty = faults.some((fault) => fault.path[0] === path[0]);
  if (extent && !isKept && !isFaulty && !(await isExtentUploadedBy(db, user.username, extent)))
    faults.push({ path, rule: "ownExtent", message: NOT_UPLOADED });
  const lists = await listedValues(references);
  const places = new Set(faults.map((fault) => fault.path.join("/")));
  const unoffered = checkNewValues(schema, metadata, before?.metadata, lists, parties);
  requireNoErrors([...faults, ...unoffered.filter((fault) => !places.has(fault.path.join("/")))]);
  return metadata;
}

const FOLDER = new URL("../../../schemas/reference/", import.meta.url);

let files: Promise<OptionValuesBySource> | undefined;

/** The values of every list of choices: those of schemas/reference, which are read once, and those that calls answer. */
async function listedValues({ agencies, software, contactRoles }: References): Promise<OptionValuesBySource> {
  files ??= readLists();
  return {
    ...(await files),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

async function readLists(): Promise<OptionValuesBySource> {
  const lists = Object.entries(referenceLists).map(async ([source, { file }]) => {
    const entries = JSON.parse(await readFile(new URL(file, FOLDER), "utf8")) as { value: string }[];
    return [source, new Set(entries.map(({ value }) => value))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
