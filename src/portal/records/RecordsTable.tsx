import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { visuallyHidden } from "@mui/utils";
import { DataTable, useDataTableRenderContext, useListContext } from "react-admin";
import { Link } from "react-router";
import { schemaOf, type Bag } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { recordName } from "../recordName.ts";
import { openingPath, openingWord } from "../routes.ts";
import { columnsOf } from "../table/columnsOf.ts";
import { Pagination } from "../table/Pagination.tsx";
import { ScrollCell } from "../table/ScrollCell.tsx";
import { tableLook } from "../table/tableLook.ts";
import { useLabels } from "./useLabels.ts";

const columns = columnsOf(schemaOf("metadata"));

const CAPTION = "Metadata records";

/** The records as a table of all their listed metadata; the search looks at every cell. */
export function RecordsTable() {
  const { sort } = useListContext();
  const labels = useLabels();
  const directionOf = (field: string) => {
    if (sort.field !== field) return {};
    return { sortDirection: sort.order === "ASC" ? ("asc" as const) : ("desc" as const) };
  };
  return (
    <>
      <Box role="region" aria-label={CAPTION} tabIndex={0} sx={tableLook}>
        <DataTable<RecordRow>
          aria-label={CAPTION}
          bulkActionButtons={false}
          rowClick={false}
          rowSx={({ dataIsAvailable }) => (dataIsAvailable ? highlighted : {})}
        >
          <ActionColumn />
          {columns.map(({ field, title, text }) => (
            <DataTable.Col<RecordRow>
              key={field}
              source={field}
              label={title}
              {...directionOf(field)}
              render={({ currentMetadata }) => (
                <ScrollCell text={text(currentMetadata as Bag, labels)} label={title} />
              )}
            />
          ))}
        </DataTable>
      </Box>
      <Pagination />
    </>
  );
}

/** How each row is opened. It cannot be left out. */
const ActionColumn = () =>
  useDataTableRenderContext() === "columnsSelector" ? null : (
    <DataTable.Col<RecordRow>
      source="id"
      // For screen readers: to eyes, the column has no name.
      label={<span style={visuallyHidden}>Open</span>}
      disableSort
      render={(record) => (
        <>
          <Button
            component={Link}
            to={openingPath(record)}
            variant="outlined"
            size="small"
            aria-label={`${openingWord(record)} ${recordName(record.currentMetadata)}`}
          >
            {openingWord(record)}
          </Button>
          {record.dataIsAvailable && <small>Data available</small>}
        </>
      )}
    />
  );

const highlighted = {
  "& > td": { bgcolor: "state.good.ground" },
  "& > td:first-of-type": {
    bgcolor: "state.good.ground",
    boxShadow: "inset 4px 0 0 var(--mui-palette-success-main)",
  },
};
