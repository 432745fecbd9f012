import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { useId, useState, type ComponentType, type MouseEvent, type ReactNode } from "react";
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

interface MetadataCardProps {
  record: RecordRow;
  /** A part of another card. The metadata is then expanded if the window has columns. */
  Frame?: ComponentType<{ title: string; titleAside: ReactNode; children: ReactNode }>;
  /** Marks of fields. These fields come first. */
  marks?: ReadonlyMap<string, ReactNode>;
}

export function MetadataCard({ record, Frame = SectionCard, marks }: MetadataCardProps) {
  const hasColumns = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up("lg"), { noSsr: true });
  const isPart = Frame !== SectionCard;
  const [isExpanded, setIsExpanded] = useState(isPart && hasColumns);
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
    <Frame
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
          isPart={isPart}
          marks={marks}
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
    </Frame>
  );
}

/** `clip`, not `hidden`: the clipped part must not be scrolled into view. */
const collapsedStyles = {
  height: COLLAPSED_HEIGHT_PX,
  maxHeight: COLLAPSED_HEIGHT_PX,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};
