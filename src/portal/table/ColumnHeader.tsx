import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import UnfoldMore from "@mui/icons-material/UnfoldMore";
import ButtonBase from "@mui/material/ButtonBase";
import type { Sorting } from "./sortRows.ts";

interface ColumnHeaderProps {
  title: string;
  /** Which way the rows stand by this column, if they do. */
  direction: Sorting["direction"] | undefined;
  onSort: () => void;
}

const arrows = { ascending: ArrowUpward, descending: ArrowDownward };

/** A column's name. Choosing it sorts the rows by it. */
export function ColumnHeader({ title, direction, onSort }: ColumnHeaderProps) {
  const Arrow = direction ? arrows[direction] : UnfoldMore;
  return (
    <th scope="col" aria-sort={direction}>
      <ButtonBase onClick={onSort} sx={look}>
        {title}
        <Arrow aria-hidden sx={{ fontSize: 18, opacity: direction ? 1 : 0.45 }} />
      </ButtonBase>
    </th>
  );
}

const look = {
  font: "inherit",
  gap: 0.75,
  minHeight: 32,
  px: 1,
  mx: -1,
  borderRadius: 0.75,
  "&:hover": { color: "text.primary", bgcolor: "action.hover" },
};
