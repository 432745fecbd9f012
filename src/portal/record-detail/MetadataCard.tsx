import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useId, useState, type MouseEvent } from "react";
import { getSchema } from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { anchorIds } from "../routes.ts";
import { useIsPrinting } from "../ui/page/useIsPrinting.ts";
import { keepInView } from "../ui/keepInView.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useHashTarget } from "../ui/page/useHashTarget.ts";
import { useDisplayLists } from "../record-parts/formatFieldValue.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { HistoryModal } from "./history/HistoryModal.tsx";
import { MetadataSections } from "./MetadataSections.tsx";

const SCHEMA = getSchema("metadata");
const COLLAPSED_HEIGHT_PX = 200;

export function MetadataCard({ record }: { record: RecordRow }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const showsAll = useIsPrinting() || isExpanded;
  const lists = useDisplayLists();
  const contentId = useId();
  useHashTarget(anchorIds.field(""), () => setIsExpanded(true));
  const handleToggle = ({ currentTarget }: MouseEvent) => {
    setIsExpanded(!isExpanded);
    if (isExpanded) keepInView(currentTarget);
  };
  return (
    <SectionCard
      title={SCHEMA.title}
      titleAside={
        <>
          <ExportMenu record={record} />
          <Button size="small" onClick={() => setShowsHistory(true)}>
            View History
          </Button>
        </>
      }
    >
      <Box id={contentId} sx={showsAll ? undefined : collapsedStyles}>
        <MetadataSections
          schema={SCHEMA}
          metadata={record.currentMetadata}
          lists={lists}
          isCollapsed={!showsAll}
        />
      </Box>
      <Button
        size="small"
        sx={{ mt: 1.5 }}
        aria-expanded={isExpanded}
        aria-controls={contentId}
        onClick={handleToggle}
      >
        {isExpanded ? "Show less" : "Show more"}
      </Button>
      {showsHistory && <HistoryModal recordId={record.id} onClose={() => setShowsHistory(false)} />}
    </SectionCard>
  );
}

/** `clip`, not `hidden`: the clipped part must not be scrolled into view. */
const collapsedStyles = {
  height: COLLAPSED_HEIGHT_PX,
  maxHeight: COLLAPSED_HEIGHT_PX,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
