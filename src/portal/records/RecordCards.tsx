import { schemaOf, textOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { useFound } from "../table/useFound.ts";
import { GrowingList } from "../ui/GrowingList.tsx";
import { NothingFound } from "../ui/NothingFound.tsx";
import { RecordCard } from "./RecordCard.tsx";

const schema = schemaOf("metadata");

/** What the search looks at: the name, the model's identifier and the record's own id. */
const searchText = ({ id, currentMetadata }: RecordRow) =>
  [recordName(currentMetadata), textOf(schema, currentMetadata as Bag, "identifier"), id].join("\n");

/** The records as cards. */
export function RecordCards({ records, term }: { records: RecordRow[]; term: string }) {
  const found = useFound(records, searchText, term);
  if (found.length === 0) return <NothingFound term={term} />;
  return (
    <GrowingList
      rows={found}
      noun="records"
      sx={gridLook}
      renderRow={(record) => <RecordCard key={record.id} record={record} />}
    />
  );
}

const gridLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 360px), 1fr))",
  gap: 2,
  m: 0,
  p: 0,
  listStyle: "none",
};
