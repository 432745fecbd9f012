import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { visuallyHidden } from "@mui/utils";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { DataTable, ListContextProvider, useListContext } from "react-admin";
import { Link } from "react-router";
import type { LabelsBySource } from "../../contract/schema/formatValueAsText.ts";
import { statusLabel } from "../../contract/status.ts";
import { getFieldNameByRole, getSchema } from "../../contract/schema/fields.ts";
import { useCodedOptions } from "../form/options/optionLists.ts";
import { recordColumns } from "../providers/resources/recordColumns.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { COPY_SUFFIX, getRecordName } from "../ui/recordName.ts";
import { getOpenRecordPath, getOpenLabel } from "../routes.ts";
import { clampLines, PHONE } from "../theme.ts";
import { getStatusStyle } from "../ui/status/StatusBadge.tsx";
import { SortableColumn } from "../ui/table/SortableColumn.tsx";
import { TablePages } from "../ui/table/TablePages.tsx";

export const columnOptions = recordColumns.map(({ source, label }) => ({ source, label }));

const TITLE_FIELD = getFieldNameByRole(getSchema("metadata"), "title");

const TABLE_LABEL = "Metadata records";

interface RecordsTableProps {
  records: RecordRow[];
  /** Copies that still have the name and identifier of another record. */
  copyIds: ReadonlySet<string> | undefined;
}

export function RecordsTable({ records, copyIds }: RecordsTableProps) {
  const list = useListContext<RecordRow>();
  const codeLabels = useCodeLabels();
  // Until the first page is loaded, the list still holds all rows of the cards view.
  const page = { ...list, data: records.slice(0, list.perPage) } as typeof list;
  return (
    <ListContextProvider value={page}>
      <Box role="region" aria-label={TABLE_LABEL} tabIndex={0} sx={tableStyles}>
        <DataTable<RecordRow>
          aria-label={TABLE_LABEL}
          bulkActionButtons={false}
          rowClick={false}
          rowSx={({ dataIsAvailable }) => (dataIsAvailable ? highlightedRowStyles : {})}
        >
          <ActionColumn copyIds={copyIds} />
          {recordColumns.map(({ source, label, getText }) => (
            <SortableColumn<RecordRow>
              key={source}
              source={source}
              label={label}
              render={(record) => {
                const text = getText(record, codeLabels);
                return (
                  <ScrollCell
                    text={source === TITLE_FIELD && copyIds?.has(record.id) ? `${text} ${COPY_SUFFIX}` : text}
                    label={label}
                  />
                );
              }}
            />
          ))}
        </DataTable>
      </Box>
      <TablePages pageSizes={[7, 25, 100]} />
    </ListContextProvider>
  );
}

function useCodeLabels(): LabelsBySource {
  const coded = useCodedOptions();
  return useMemo(() => {
    const names = Object.entries(coded).map(
      ([source, list = []]) => [source, new Map(list.map(({ value, label }) => [value, label]))] as const,
    );
    return Object.fromEntries(names);
  }, [coded]);
}

/** Scrollable by keyboard if the text is longer. */
function ScrollCell({ text, label }: { text: string; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [isOverflowing, setOverflowing] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    setOverflowing(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <Box
      ref={box}
      className="cell"
      {...(isOverflowing && { tabIndex: 0, role: "group", "aria-label": label })}
    >
      {text}
    </Box>
  );
}

/** On phones it also has the name, because the name's column scrolls out of view. */
function ActionColumn({ copyIds }: Pick<RecordsTableProps, "copyIds">) {
  const isPhone = useMediaQuery(PHONE);
  return (
    <DataTable.Col<RecordRow>
      source="id"
      // Spec: no visible header.
      label={<span style={visuallyHidden}>Open</span>}
      disableSort
      render={(record) => {
        const name = getRecordName(record.currentMetadata);
        const { status } = record.statusInfo;
        return (
          <>
            <div className="open">
              <Button
                component={Link}
                to={getOpenRecordPath(record)}
                variant="outlined"
                size="small"
                aria-label={`${getOpenLabel(record)} ${name}`}
              >
                {getOpenLabel(record)}
              </Button>
              <Typography variant="caption" sx={{ color: `state.${getStatusStyle(status).state}.text` }}>
                {record.dataIsAvailable ? "Data available" : statusLabel(status)}
              </Typography>
            </div>
            {isPhone && (
              <div className="name" dir="auto">
                {copyIds?.has(record.id) ? `${name} ${COPY_SUFFIX}` : name}
              </div>
            )}
          </>
        );
      }}
    />
  );
}

const highlightedRowStyles = {
  "& > td": { bgcolor: "state.good.ground" },
  "& > td:first-of-type": {
    bgcolor: "state.good.ground",
    boxShadow: "inset 4px 0 0 var(--mui-palette-success-main)",
  },
};

const MIN_COLUMN_WIDTH_PX = 200;
const MIN_FIRST_COLUMN_WIDTH_PX = 190;
const MAX_CELL_WIDTH_PX = 300;

/** Keeps the rows low, whatever the cells outside the window contain. The spec allows 70 pixels. */
const CELL_LINES = 2;
const CELL_FONT_PX = 14;
const CELL_LINE_HEIGHT = 1.45;
const MAX_CELL_HEIGHT_PX = CELL_LINES * CELL_FONT_PX * CELL_LINE_HEIGHT;

const tableStyles = {
  position: "relative",
  overflowX: "auto",
  border: "1px solid",
  borderColor: "divider",
  borderRadius: 1,
  bgcolor: "background.paper",
  "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
  "& table": {
    borderCollapse: "separate",
    borderSpacing: 0,
    fontSize: CELL_FONT_PX,
    lineHeight: CELL_LINE_HEIGHT,
  },
  "& th, & td": {
    minWidth: MIN_COLUMN_WIDTH_PX,
    px: 2,
    py: 1,
    textAlign: "left",
    borderBottom: "1px solid",
    borderColor: "divider",
  },
  "& tbody tr:last-child td": { borderBottom: 0 },
  "& th": { whiteSpace: "nowrap", fontWeight: 650, color: "text.secondary" },
  "& tr > :first-of-type": {
    minWidth: MIN_FIRST_COLUMN_WIDTH_PX,
    position: "sticky",
    left: 0,
    bgcolor: "background.paper",
    pr: 1,
    borderRight: "1px solid",
    borderRightColor: "divider",
  },
  "& .open": { display: "flex", alignItems: "center", gap: 1 },
  "& .name": { ...clampLines(2), mt: 0.5, fontWeight: 600 },
  "& .cell": { maxWidth: MAX_CELL_WIDTH_PX, maxHeight: MAX_CELL_HEIGHT_PX, overflow: "auto" },
  // The ellipsis shows that there is more text. Without it while scrolling.
  "& .cell:not(:hover, :focus)": clampLines(CELL_LINES),
  // Overrides react-admin's table wrapper: this table scrolls in its own box.
  "& .RaDataTable-tableWrapper": { display: "block" },
} as const;
