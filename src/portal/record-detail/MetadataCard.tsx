import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useState, type MouseEvent } from "react";
import type { JsonObject } from "../../contract/json.ts";
import { isEmptyValue } from "../../contract/schema/emptyValues.ts";
import {
  isVisibleIn,
  getSchema,
  listSectionTitles,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { anchorIds } from "../routes.ts";
import { useIsPrinting } from "../ui/page/useIsPrinting.ts";
import { keepInView } from "../ui/keepInView.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useHashTarget } from "../ui/page/useHashTarget.ts";
import { useDisplayLists } from "../formatFieldValue.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { HistoryModal } from "./history/HistoryModal.tsx";
import { MetadataValue } from "./MetadataValue.tsx";

const COLLAPSED_HEIGHT_PX = 200;

export function MetadataCard({ record }: { record: RecordRow }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const showsAll = useIsPrinting() || isExpanded;
  const contentId = useId();
  useHashTarget(anchorIds.field(""), () => setIsExpanded(true));
  const handleToggle = ({ currentTarget }: MouseEvent) => {
    setIsExpanded(!isExpanded);
    if (isExpanded) keepInView(currentTarget);
  };
  return (
    <SectionCard
      title={getSchema("metadata").title}
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
        <MetadataRows record={record} isCollapsed={!showsAll} />
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

interface MetadataRowsProps {
  record: RecordRow;
  /** Truncates values and renders nothing focusable. */
  isCollapsed: boolean;
}

function MetadataRows({ record, isCollapsed }: MetadataRowsProps) {
  const lists = useDisplayLists();
  const metadata: JsonObject = record.currentMetadata;
  return listDetailSections(getSchema("metadata"), metadata).map(({ title, fields }) => (
    <Box key={title} sx={{ "&:not(:first-of-type)": { mt: 3 } }}>
      <Typography variant="h3" sx={{ pb: 0.75, borderBottom: 1, borderColor: "divider" }}>
        {title}
      </Typography>
      <Box component="dl" sx={fieldListStyles}>
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>{field.title}</dt>
            <dd id={anchorIds.field(name)} tabIndex={isCollapsed ? undefined : -1}>
              <MetadataValue {...{ field, metadata, lists, isCollapsed }} value={metadata[name]} />
            </dd>
          </div>
        ))}
      </Box>
    </Box>
  ));
}

interface DetailSection {
  title: string;
  fields: [name: string, field: FieldSchema][];
}

/** Fields without a section come last. */
export function listDetailSections(schema: EntitySchema, metadata: JsonObject): DetailSection[] {
  const isShown = ([name, field]: [string, FieldSchema]) =>
    isVisibleIn("detail", field) && !(field["x-when"] && isEmptyValue(metadata[name]));
  const detailFields = Object.entries(schema.properties).filter(isShown);
  return [...listSectionTitles(schema), undefined]
    .map((title) => ({
      title: title ?? "Other",
      fields: detailFields.filter(([, field]) => field["x-section"] === title),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** `clip`, not `hidden`: the clipped part must not be scrolled into view. */
const collapsedStyles = {
  height: COLLAPSED_HEIGHT_PX,
  maxHeight: COLLAPSED_HEIGHT_PX,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};

/** Styled as one list: styling each cell took as long as rendering the rest of the page. */
const fieldListStyles = {
  m: 0,
  "& > div": {
    display: "grid",
    gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "200px minmax(0, 1fr)" },
    gap: { xs: 0.25, sm: 2 },
    py: 1,
    borderBottom: 1,
    borderColor: "divider",
  },
  "& > div:last-of-type": { borderBottom: 0 },
  "& dt": { color: "text.secondary", fontSize: "0.875rem" },
  "& dd": { m: 0, minWidth: 0, whiteSpace: "pre-line" },
  "& dd:focus": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 4, borderRadius: 0.5 },
  "& .absent": { color: "text.secondary" },
};
