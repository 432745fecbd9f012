import agencies from "../../../schemas/reference/agencies.json" with { type: "json" };
import collections from "../../../schemas/reference/collections.json" with { type: "json" };
import contactRoles from "../../../schemas/reference/contact-roles.json" with { type: "json" };
import software from "../../../schemas/reference/software.json" with { type: "json" };
import type { JsonObject } from "../../contract/json.ts";
import { getSchema, type SchemaName } from "../../contract/schema/fields.ts";
import type { References } from "../../contract/schema/references.ts";
import { decode } from "../../contract/wire/wire.ts";
import type { Db } from "../database/tables.ts";
import { replaceReferenceList, type ReferenceList } from "../stores/referenceStore.ts";
import { setSettingOnce } from "../stores/settingStore.ts";

const lists: { list: ReferenceList; schema: SchemaName; items: JsonObject[] }[] = [
  { list: "agencies", schema: "agency", items: agencies },
  { list: "collections", schema: "collection", items: collections },
  { list: "contactRoles", schema: "contact-role", items: contactRoles },
  { list: "software", schema: "software", items: software },
];

export const initialReferences = Object.fromEntries(
  lists.map(({ list, schema, items }) => [
    list,
    items.map((item) => decode(getSchema(schema), item, "read")),
  ]),
) as unknown as References;

/** Runs once per database, so that later changes are kept. */
export async function seedReferences(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await setSettingOnce(trx, "references", "seeded"))) return;
    for (const { list } of lists)
      await replaceReferenceList(trx, list, initialReferences[list] as unknown as JsonObject[]);
  });
}
