import { useMemo } from "react";
import { messages } from "../../contract/messages.ts";
import type { FieldWarning } from "../../contract/review/reviewFindings.ts";
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
export function useRecordWarnings({ id, currentMetadata }: RecordRow): FieldWarning[] {
  const identifier = getRecordText(currentMetadata, "identifier").trim();
  const { records = [], isUsedByOthers = false } = useIdentifierUse(identifier, id) ?? {};
  const lists = useFilteredLists();
  const ownName = session.getAccount()?.username;
  return [
    ...records.map(({ id: otherId, name, vendor }) =>
      vendor === ownName
        ? { field: IDENTIFIER, text: `Correct this: your record ${otherId}, ${name}, has it too.` }
        : {
            ...{ field: IDENTIFIER, text: messages.identifierUsed },
            note: `It is ${vendor}'s record ${otherId}, ${name}.`,
          },
    ),
    ...(isUsedByOthers ? [{ field: IDENTIFIER, text: messages.identifierUsed }] : []),
    ...listEntityWarnings(schema, currentMetadata, lists),
  ];
}
