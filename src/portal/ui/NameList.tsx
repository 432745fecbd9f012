import Link from "@mui/material/Link";
import { useState, type ReactNode } from "react";
import { useIsPrinting } from "./printing.ts";
import { scrollBackTo } from "./scrollBackTo.ts";

interface Folding {
  /** What the entries are, in words. */
  noun: string;
  /** How many are shown before the rest is asked for. */
  most: number;
}

/** Names in a row of text: the first of them, and the rest when asked for. */
export function NameList({ names, ...folding }: Folding & { names: string[] }) {
  const { shown, more } = useFirst(names, folding);
  return (
    <>
      {shown.join(", ")}
      {more && <> {more}</>}
    </>
  );
}

interface FirstItemsProps<Item> extends Folding {
  items: Item[];
  /** Renders one item as a list item with a key. */
  renderItem: (item: Item, index: number) => ReactNode;
}

/** Items of a list: the first of them, and the rest when asked for. */
export function FirstItems<Item>({ items, renderItem, ...folding }: FirstItemsProps<Item>) {
  const { shown, more } = useFirst(items, folding);
  return (
    <>
      {shown.map(renderItem)}
      {more && <li>{more}</li>}
    </>
  );
}

/** The entries that are shown, and what unfolds a list of more than these, and folds it again. */
function useFirst<Entry>(all: Entry[], { noun, most }: Folding) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = useIsPrinting();
  if (all.length <= most || isPrinting) return { shown: all };
  const more = (
    <Link
      component="button"
      type="button"
      aria-expanded={isWhole}
      aria-label={isWhole ? `Show fewer ${noun}` : `Show all ${all.length.toLocaleString("en-US")} ${noun}`}
      onClick={({ currentTarget }) => {
        setWhole(!isWhole);
        if (isWhole) scrollBackTo(currentTarget);
      }}
      sx={look}
    >
      {isWhole ? "Show fewer" : `and ${(all.length - most).toLocaleString("en-US")} more`}
    </Link>
  );
  return { shown: isWhole ? all : all.slice(0, most), more };
}

/** Above the link that covers a card. */
const look = {
  position: "relative",
  zIndex: 1,
  font: "inherit",
  verticalAlign: "baseline",
  whiteSpace: "nowrap",
};
