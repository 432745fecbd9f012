import type { Kysely } from "kysely";
import { fieldWithRole, schemaOf, textOf, type Bag } from "../../contract/schema/fields.ts";
import { newValueFaults } from "../../contract/rules/newValues.ts";
import type { References } from "../../contract/schema/references.ts";
import type { Database } from "../database/tables.ts";
import { decodedBody, faultsOf, refuseFaults } from "../documentOf.ts";
import { listedValues } from "../listedValues.ts";
import { isOwnExtent } from "../stores/uploads/spatialExtentStore.ts";

const NOT_UPLOADED = "This file was not uploaded by you. Upload the zipped geodatabase again.";

/**
 * The metadata that a save carries. Refused with 400, naming each field and its wording, when it breaks a rule, when
 * it newly says what no closed list offers, or when it names a spatial extent which neither this user uploaded nor the
 * record had before.
 */
export async function metadataOf(
  db: Kysely<Database>,
  body: Bag,
  about: { username: string; references: References; before?: Bag },
): Promise<Bag> {
  const schema = schemaOf("metadata");
  const metadata = decodedBody("metadata", body, about.references);
  const faults = faultsOf("metadata", metadata, about.references);
  const path = [fieldWithRole(schema, "extent")];
  const extent = textOf(schema, metadata, "extent");
  const isKept = about.before !== undefined && textOf(schema, about.before, "extent") === extent;
  const isFaulty = faults.some((fault) => fault.path[0] === path[0]);
  if (extent && !isKept && !isFaulty && !(await isOwnExtent(db, about.username, extent)))
    faults.push({ path, rule: "ownExtent", message: NOT_UPLOADED });
  const lists = await listedValues(about.references);
  const places = new Set(faults.map((fault) => fault.path.join("/")));
  const unoffered = newValueFaults(schema, metadata, about.before, lists);
  refuseFaults([...faults, ...unoffered.filter((fault) => !places.has(fault.path.join("/")))]);
  return metadata;
}
