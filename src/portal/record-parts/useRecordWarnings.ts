import { useMemo } from "react";
import { messages } from "../../contract/messages.ts";
import type { FieldWarning } from "../../contract/review/reviewFindings.ts";
import { listEntityWarnings, type OptionEntries } from "../../contract/rules/fieldWarnings.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { useReferenceOptions, type OptionLists } from "../form/options/optionLists.ts";
import { getRecordText } from "../ui/recordName.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";
import { useIdentifierUse } from "../providers/useIdentifierUse.ts";

const schema = getSchema("metadata");
const IDENTIFIER = getFieldNameByRole(schema, "identifier");

const FILTERED_SOURCES = Object.values(schema.properties).flatMap(({ "x-options": options }) =>
  options?.filterBy === undefined ? [] : [options.source],
);

/** The lists are empty while the options load. */
function toFilteredLists(options: OptionLists | undefined): OptionEntries {
  const lists = FILTERED_SOURCES.map(
    (source) => [source, new Map(options?.[source]?.map((option) => [option.value, option]))] as const,
  );
  return Object.fromEntries(lists);
}

/** Problems of a saved record that do not block its upload. Complete once the queries are loaded. */
export function useRecordWarnings({ id, currentMetadata }: RecordRow) {
  const identifier = getRecordText(currentMetadata, "identifier").trim();
  const identifierQuery = useIdentifierUse(identifier, id);
  const { records = [], isUsedByOthers = false } = identifierQuery.data ?? {};
  const optionsQuery = useReferenceOptions();
  const lists = useMemo(() => toFilteredLists(optionsQuery.data), [optionsQuery.data]);
  const ownName = session.getAccount()?.username;
  const warnings: FieldWarning[] = [
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
  return { warnings, queries: [identifierQuery, optionsQuery] };
}
