import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useId, useRef, useState } from "react";
import { schemaOf } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { DetailCard } from "./DetailCard.tsx";
import { HistoryModal } from "./HistoryModal.tsx";
import { MetadataRows } from "./MetadataRows.tsx";

/** Height of the metadata while only its beginning shows, in pixels. */
const COLLAPSED = 200;

/** The record's metadata, at first only its beginning, and the way to its history. */
export function MetadataCard({ record }: { record: RecordRow }) {
  const [showsMore, setShowsMore] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const contentId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const onToggle = () => {
    setShowsMore(!showsMore);
    // What is read last lies far below; the card's end, and the focus, must not be left behind there.
    if (showsMore) requestAnimationFrame(() => toggle.current?.scrollIntoView?.({ block: "nearest" }));
  };
  return (
    <DetailCard
      title={schemaOf("metadata").title}
      aside={
        <Button size="small" onClick={() => setShowsHistory(true)}>
          View History
        </Button>
      }
    >
      <Box id={contentId} sx={showsMore ? undefined : collapsed}>
        <MetadataRows record={record} isBrief={!showsMore} />
      </Box>
      <Button
        ref={toggle}
        size="small"
        sx={{ mt: 1.5, ml: -2 }}
        aria-expanded={showsMore}
        aria-controls={contentId}
        onClick={onToggle}
      >
        {showsMore ? "Show less" : "Show more"}
      </Button>
      {showsHistory && <HistoryModal recordId={record.id} onClose={() => setShowsHistory(false)} />}
    </DetailCard>
  );
}

/** Cut, not scrolled: what lies beyond takes no focus, and nothing moves it into sight. */
const collapsed = {
  height: COLLAPSED,
  maxHeight: COLLAPSED,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
