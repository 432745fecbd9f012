import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { schemaOf } from "../../../contract/fields.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
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
        <MetadataRows metadata={record.currentMetadata} />
      </Box>
      <Button
        size="small"
        sx={{ mt: 1.5, ml: -2 }}
        aria-expanded={showsMore}
        aria-controls={contentId}
        onClick={() => setShowsMore(!showsMore)}
      >
        {showsMore ? "Show less" : "Show more"}
      </Button>
      {showsHistory && <HistoryModal recordId={record.id} onClose={() => setShowsHistory(false)} />}
    </DetailCard>
  );
}

const collapsed = {
  maxHeight: COLLAPSED,
  overflow: "hidden",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
