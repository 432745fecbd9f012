import Link from "@mui/material/Link";
import { useState, type ReactNode } from "react";
import { useIsPrinting } from "./useIsPrinting.ts";
import { keepInView } from "./keepInView.ts";

interface CollapseOptions {
  /** Plural noun for the entries. */
  noun: string;
  maxShown: number;
}

export function NameList({ names, ...options }: CollapseOptions & { names: string[] }) {
  const { shown, more } = useCollapsible(names, options);
  return (
    <>
      {shown.join(", ")}
      {more && <> {more}</>}
    </>
  );
}

interface CollapsibleItemsProps<Item> extends CollapseOptions {
  items: Item[];
  /** Renders one item as a list item with a key. */
  renderItem: (item: Item, index: number) => ReactNode;
}

export function CollapsibleItems<Item>({ items, renderItem, ...folding }: CollapsibleItemsProps<Item>) {
  const { shown, more } = useCollapsible(items, folding);
  return (
    <>
      {shown.map(renderItem)}
      {more && <li>{more}</li>}
    </>
  );
}

function useCollapsible<Entry>(entries: Entry[], { noun, maxShown }: CollapseOptions) {
  const [isExpanded, setExpanded] = useState(false);
  const isPrinting = useIsPrinting();
  if (entries.length <= maxShown || isPrinting) return { shown: entries };
  const toggleLink = (
    <Link
      component="button"
      type="button"
      aria-expanded={isExpanded}
      aria-label={
        isExpanded ? `Show fewer ${noun}` : `Show all ${entries.length.toLocaleString("en-US")} ${noun}`
      }
      onClick={({ currentTarget }) => {
        setExpanded(!isExpanded);
        if (isExpanded) keepInView(currentTarget);
      }}
      sx={linkStyles}
    >
      {isExpanded ? "Show fewer" : `and ${(entries.length - maxShown).toLocaleString("en-US")} more`}
    </Link>
  );
  return { shown: isExpanded ? entries : entries.slice(0, maxShown), more: toggleLink };
}

/** Above the link that covers a record card. */
const linkStyles = {
  position: "relative",
  zIndex: 1,
  font: "inherit",
  verticalAlign: "baseline",
  whiteSpace: "nowrap",
};
