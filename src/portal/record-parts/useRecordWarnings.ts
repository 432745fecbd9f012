import { useMemo } from "react";
import { listEntityWarnings, type OptionEntries } from "../../contract/rules/fieldWarnings.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { useReferenceOptions } from "../form/options/optionLists.ts";
import { getRecordText } from "../ui/recordName.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { useIdentifierUse } from "../providers/useIdentifierUse.ts";

const schema = getSchema("metadata");
const IDENTIFIER = getFieldNameByRole(schema, "identifier");

const FILTERED_SOURCES = Object.values(schema.properties).flatMap(({ "x-options": options }) =>
  options?.filterBy === undefined ? [] : [options.source],
);

/** Empty while they load. */
function useFilteredLists(): OptionEntries {
  const { data } = useReferenceOptions();
  return useMemo(() => {
    const lists = FILTERED_SOURCES.map(
      (source) => [source, new Map(data?.[source]?.map((option) => [option.value, option]))] as const,
    );
    return Object.fromEntries(lists);
  }, [data]);
}

/** Problems of a saved record that do not block its upload. */
export function useRecordWarnings({ id, currentMetadata }: RecordRow): { field: string; text: string }[] {
  const identifier = getRecordText(currentMetadata, "identifier").trim();
  const { records = [], isUsedByOthers = false } = useIdentifierUse(identifier, id) ?? {};
  const lists = useFilteredLists();
  const ownName = session.getAccount()?.username;
  return [
    ...records.map((record) => ({
      field: IDENTIFIER,
      text: `Also used by ${record.vendor === ownName ? "your" : `${record.vendor}'s`} record ${record.id}, ${record.name}.`,
    })),
    ...(isUsedByOthers ? [{ field: IDENTIFIER, text: "Already used by another vendor." }] : []),
    ...listEntityWarnings(schema, currentMetadata, lists),
  ];
}
