import agencies from "../../../schemas/reference/agencies.json" with { type: "json" };
import collections from "../../../schemas/reference/collections.json" with { type: "json" };
import contactRoles from "../../../schemas/reference/contact-roles.json" with { type: "json" };
import software from "../../../schemas/reference/software.json" with { type: "json" };
import { schemaOf, type JsonObject, type SchemaName } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { decode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import { replaceList, type ReferenceList } from "../stores/referenceStore.ts";
import { takeSetting } from "../stores/settingStore.ts";

const lists: { list: ReferenceList; schema: SchemaName; items: JsonObject[] }[] = [
  { list: "agencies", schema: "agency", items: agencies },
  { list: "collections", schema: "collection", items: collections },
  { list: "contactRoles", schema: "contact-role", items: contactRoles },
  { list: "software", schema: "software", items: software },
];

/** The lists a new installation begins with. */
export const firstReferences = Object.fromEntries(
  lists.map(({ list, schema, items }) => [list, items.map((item) => decode(schemaOf(schema), item, "read"))]),
) as unknown as References;

/** Fills the reference lists of a new installation, once. Afterwards they are the installation's own. */
export async function seedReferences(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await takeSetting(trx, "references", "seeded"))) return;
    for (const { list } of lists)
      await replaceList(trx, list, firstReferences[list] as unknown as JsonObject[]);
  });
}
