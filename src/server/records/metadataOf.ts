import { readFile } from "node:fs/promises";
import { referenceLists } from "../../contract/generated/referenceLists.ts";
import type { Fault } from "../../contract/rules/faults.ts";
import { newValueFaults, type ListedValues } from "../../contract/rules/newValues.ts";
import { mayEdit, partiesOf, withUnread } from "../../contract/schema/access.ts";
import { fieldWithRole, schemaOf, textOf, type JsonObject } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import type { User } from "../auth/tokens.ts";
import type { Db } from "../database/tables.ts";
import { decodeBody, validateDocument, requireNoErrors } from "../documentOf.ts";
import { isOwnExtent } from "../stores/uploads/spatialExtentStore.ts";

const NOT_UPLOADED = "This file was not uploaded by you. Upload the zipped geodatabase again.";

/**
 * The metadata that a save carries, with what its sender may not read as it was. Refused with 400, naming each field and
 * its wording, when it breaks a rule, when it newly says what no closed list offers, or when it names a spatial extent
 * which neither this user uploaded nor the record had before.
 */
export async function metadataOf(
  db: Db,
  body: JsonObject,
  about: { user: User; references: References; before?: { username: string; metadata: JsonObject } },
): Promise<JsonObject> {
  const schema = schemaOf("metadata");
  const { user, references, before } = about;
  const parties = partiesOf(user, before?.username);
  const sent = decodeBody("metadata", body, references);
  const metadata = withUnread(schema, sent, before?.metadata ?? {}, parties);
  const isEdited = ({ path: [name = ""] }: Fault) => mayEdit(schema.properties[name] ?? {}, parties);
  const faults = validateDocument("metadata", metadata, references).filter(isEdited);
  const path = [fieldWithRole(schema, "extent")];
  const extent = textOf(schema, metadata, "extent");
  const isKept = before !== undefined && textOf(schema, before.metadata, "extent") === extent;
  const isFaulty = faults.some((fault) => fault.path[0] === path[0]);
  if (extent && !isKept && !isFaulty && !(await isOwnExtent(db, user.username, extent)))
    faults.push({ path, rule: "ownExtent", message: NOT_UPLOADED });
  const lists = await listedValues(references);
  const places = new Set(faults.map((fault) => fault.path.join("/")));
  const unoffered = newValueFaults(schema, metadata, before?.metadata, lists, parties);
  requireNoErrors([...faults, ...unoffered.filter((fault) => !places.has(fault.path.join("/")))]);
  return metadata;
}

const FOLDER = new URL("../../../schemas/reference/", import.meta.url);

let files: Promise<ListedValues> | undefined;

/** The values of every list of choices: those of schemas/reference, which are read once, and those that calls answer. */
async function listedValues({ agencies, software, contactRoles }: References): Promise<ListedValues> {
  files ??= readLists();
  return {
    ...(await files),
    agencies: new Set(agencies.map(({ id }) => id)),
    software: new Set(software.map(({ abbreviation }) => abbreviation)),
    contactRoles: new Set(contactRoles.map(({ id }) => id)),
  };
}

async function readLists(): Promise<ListedValues> {
  const lists = Object.entries(referenceLists).map(async ([source, { file }]) => {
    const entries = JSON.parse(await readFile(new URL(file, FOLDER), "utf8")) as { value: string }[];
    return [source, new Set(entries.map(({ value }) => value))] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}
