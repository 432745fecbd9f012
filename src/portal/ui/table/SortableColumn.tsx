import {
  DataTable,
  useDataTableRenderContext,
  useListContext,
  type DataTableColumnProps,
  type RaRecord,
} from "react-admin";

/** Sets `sortDirection` on the header only: react-admin would also set `aria-sort` on body cells. */
export function SortableColumn<Row extends RaRecord>(props: DataTableColumnProps<Row>) {
  const { sort } = useListContext<Row>();
  const isSortedHead = useDataTableRenderContext() === "header" && sort.field === props.source;
  const sortDirection = sort.order === "ASC" ? ("asc" as const) : ("desc" as const);
  return <DataTable.Col<Row> {...props} {...(isSortedHead && { sortDirection })} />;
}
