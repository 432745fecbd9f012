import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useId, useState, type MouseEvent } from "react";
import { useLocation } from "react-router";
import {
  isShownIn,
  schemaOf,
  sectionTitles,
  type Bag,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { scrollBackTo } from "../ui/scrollBackTo.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useDisplayLists } from "./displayValue.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { HistoryModal } from "./history/HistoryModal.tsx";
import { MetadataValue } from "./MetadataValue.tsx";
import { placeOf } from "./Reason.tsx";

/** Height of the metadata while only its beginning shows, in pixels. */
const COLLAPSED = 200;

/** The record's metadata, at first only its beginning, and the way to its history. */
export function MetadataCard({ record }: { record: RecordRow }) {
  const [showsMore, setShowsMore] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const contentId = useId();
  useWantedField(() => setShowsMore(true));
  const onToggle = ({ currentTarget }: MouseEvent) => {
    setShowsMore(!showsMore);
    if (showsMore) scrollBackTo(currentTarget);
  };
  return (
    <SectionCard
      title={schemaOf("metadata").title}
      aside={
        <>
          <ExportMenu record={record} />
          <Button size="small" onClick={() => setShowsHistory(true)}>
            View History
          </Button>
        </>
      }
    >
      <Box id={contentId} sx={showsMore ? undefined : collapsed}>
        <MetadataRows record={record} isBrief={!showsMore} />
      </Box>
      <Button
        size="small"
        sx={{ mt: 1.5 }}
        aria-expanded={showsMore}
        aria-controls={contentId}
        onClick={onToggle}
      >
        {showsMore ? "Show less" : "Show more"}
      </Button>
      {showsHistory && <HistoryModal recordId={record.id} onClose={() => setShowsHistory(false)} />}
    </SectionCard>
  );
}

/** Opens the metadata at the field that the address leads to after its `#`, and moves the focus there. */
function useWantedField(onWanted: () => void): void {
  const { hash, key } = useLocation();
  const place = hash.slice(1);
  const [comeTo, setComeTo] = useState<string>();
  const isWanted = place.startsWith(placeOf.field(""));
  if (isWanted && comeTo !== key) {
    setComeTo(key);
    onWanted();
  }
  useEffect(() => {
    if (isWanted) document.getElementById(place)?.focus();
  }, [isWanted, place, key]);
}

interface MetadataRowsProps {
  record: RecordRow;
  /** Only the beginning of each value, and nothing that takes the focus. */
  isBrief: boolean;
}

/** Every field of a record's metadata under its name, in the sections and the order of the schema. */
function MetadataRows({ record, isBrief }: MetadataRowsProps) {
  const lists = useDisplayLists();
  const metadata: Bag = record.currentMetadata;
  return detailSections(schemaOf("metadata")).map(({ title, fields }) => (
    <Box key={title} sx={{ "&:not(:first-of-type)": { mt: 3 } }}>
      <Typography variant="h3" sx={{ pb: 0.75, borderBottom: 1, borderColor: "divider" }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {fields.map(([name, field]) => (
          <Box key={name} sx={row}>
            <Box component="dt" sx={{ color: "text.secondary", fontSize: "0.875rem" }}>
              {field.title}
            </Box>
            <Box component="dd" id={placeOf.field(name)} tabIndex={isBrief ? undefined : -1} sx={valueCell}>
              <MetadataValue {...{ field, metadata, lists, isBrief }} value={metadata[name]} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  ));
}

interface DetailSection {
  title: string;
  fields: [name: string, field: FieldSchema][];
}

/** The fields that readers see, under the schema's sections in its order; what has no section comes last. */
function detailSections(schema: EntitySchema): DetailSection[] {
  const shown = Object.entries(schema.properties).filter(([, field]) => isShownIn("detail", field));
  const sections = sectionTitles(schema);
  const inSection = (title: string) => shown.filter(([, field]) => field["x-section"] === title);
  const others = shown.filter(([, field]) => !sections.includes(field["x-section"] ?? ""));
  return [
    ...sections.map((title) => ({ title, fields: inSection(title) })),
    { title: "Other", fields: others },
  ].filter(({ fields }) => fields.length > 0);
}

/** Cut, not scrolled: what lies beyond takes no focus, and nothing moves it into sight. */
const collapsed = {
  height: COLLAPSED,
  maxHeight: COLLAPSED,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
  "@media print": { height: "auto" },
};

const row = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "200px minmax(0, 1fr)" },
  gap: { xs: 0.25, sm: 2 },
  py: 1,
  borderBottom: 1,
  borderColor: "divider",
  "&:last-of-type": { borderBottom: 0 },
};

const valueCell = {
  m: 0,
  minWidth: 0,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
  "&:focus": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 4, borderRadius: 0.5 },
};
