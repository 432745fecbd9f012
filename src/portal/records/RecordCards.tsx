import type { RecordRow } from "../providers/resources/recordRow.ts";
import { GrowingList } from "../ui/GrowingList.tsx";
import { RecordCard } from "./RecordCard.tsx";

interface RecordCardsProps {
  records: RecordRow[];
  onDelete: (record: RecordRow) => void;
}

/** The records as cards. */
export const RecordCards = ({ records, onDelete }: RecordCardsProps) => (
  <GrowingList
    rows={records}
    noun="records"
    sx={gridLook}
    renderRow={(record) => <RecordCard key={record.id} record={record} onDelete={onDelete} />}
  />
);

const gridLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 360px), 1fr))",
  gap: 2,
  m: 0,
  p: 0,
  listStyle: "none",
};
