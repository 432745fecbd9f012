import { listEntityWarnings } from "../../contract/rules/fieldWarnings.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { getFieldTitle, getRecordText } from "../recordName.ts";
import type { RecordRow } from "./resources/recordRow.ts";
import { session } from "./session.ts";
import { useIdentifierUse } from "./useIdentifierUse.ts";

const schema = getSchema("metadata");
const IDENTIFIER = getFieldNameByRole(schema, "identifier");

/** Problems of a saved record that do not block its upload: `Field: problem.` */
export function useRecordWarnings({ id, currentMetadata }: RecordRow): string[] {
  const identifier = getRecordText(currentMetadata, "identifier").trim();
  const { records = [], isUsedByOthers = false } = useIdentifierUse(identifier, id) ?? {};
  const ownName = session.getAccount()?.username;
  const warnings = [
    ...records.map((record) => ({
      field: IDENTIFIER,
      text: `Also used by ${record.vendor === ownName ? "your" : `${record.vendor}'s`} record ${record.id}, ${record.name}.`,
    })),
    ...(isUsedByOthers ? [{ field: IDENTIFIER, text: "Already used by another vendor." }] : []),
    ...listEntityWarnings(schema, currentMetadata),
  ];
  return warnings.map(({ field, text }) => `${getFieldTitle(field)}: ${text}`);
}
