import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useState, type MouseEvent } from "react";
import {
  isShownIn,
  schemaOf,
  sectionTitles,
  type JsonObject,
  type EntitySchema,
  type FieldSchema,
} from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { placeOf } from "../routes.ts";
import { useIsPrinting } from "../ui/printing.ts";
import { scrollBackTo } from "../ui/scrollBackTo.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { useLedTo } from "../ui/useLedTo.ts";
import { useDisplayLists } from "../displayValue.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { HistoryModal } from "./history/HistoryModal.tsx";
import { MetadataValue } from "./MetadataValue.tsx";

/** Height of the metadata while only its beginning shows, in pixels. */
const COLLAPSED = 200;

/** The record's metadata, at first only its beginning, and the way to its history. */
export function MetadataCard({ record }: { record: RecordRow }) {
  const [showsMore, setShowsMore] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const isWhole = useIsPrinting() || showsMore;
  const contentId = useId();
  useLedTo(placeOf.field(""), () => setShowsMore(true));
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
      <Box id={contentId} sx={isWhole ? undefined : collapsed}>
        <MetadataRows record={record} isBrief={!isWhole} />
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

interface MetadataRowsProps {
  record: RecordRow;
  /** Only the beginning of each value, and nothing that takes the focus. */
  isBrief: boolean;
}

/** Every field of a record's metadata under its name, in the sections and the order of the schema. */
function MetadataRows({ record, isBrief }: MetadataRowsProps) {
  const lists = useDisplayLists();
  const metadata: JsonObject = record.currentMetadata;
  return detailSections(schemaOf("metadata")).map(({ title, fields }) => (
    <Box key={title} sx={{ "&:not(:first-of-type)": { mt: 3 } }}>
      <Typography variant="h3" sx={{ pb: 0.75, borderBottom: 1, borderColor: "divider" }}>
        {title}
      </Typography>
      <Box component="dl" sx={fieldList}>
        {fields.map(([name, field]) => (
          <div key={name}>
            <dt>{field.title}</dt>
            <dd id={placeOf.field(name)} tabIndex={isBrief ? undefined : -1}>
              <MetadataValue {...{ field, metadata, lists, isBrief }} value={metadata[name]} />
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

/** The fields that readers see, under the schema's sections in its order; what has no section comes last. */
function detailSections(schema: EntitySchema): DetailSection[] {
  const shown = Object.entries(schema.properties).filter(([, field]) => isShownIn("detail", field));
  return [...sectionTitles(schema), undefined]
    .map((title) => ({
      title: title ?? "Other",
      fields: shown.filter(([, field]) => field["x-section"] === title),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** Cut, not scrolled: what lies beyond takes no focus, and nothing moves it into sight. */
const collapsed = {
  height: COLLAPSED,
  maxHeight: COLLAPSED,
  overflow: "clip",
  maskImage: "linear-gradient(to bottom, black 70%, transparent)",
};

/** Said once for a list: a styled element for each of its cells took as long as all else on the page. */
const fieldList = {
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
