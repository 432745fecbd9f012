import Link from "@mui/material/Link";
import { useState, type ReactNode } from "react";
import { useIsPrinting } from "./page/useIsPrinting.ts";
import { keepInView } from "./keepInView.ts";

interface CollapseOptions {
  pluralNoun: string;
  maxShown: number;
}

export function NameList({ names, ...options }: CollapseOptions & { names: string[] }) {
  const { shown, toggleLink } = useCollapsible(names, options);
  return (
    <>
      {shown.join(", ")}
      {toggleLink && <> {toggleLink}</>}
    </>
  );
}

interface CollapsibleItemsProps<Item> extends CollapseOptions {
  items: Item[];
  renderItem: (item: Item, index: number) => ReactNode;
}

export function CollapsibleItems<Item>({ items, renderItem, ...options }: CollapsibleItemsProps<Item>) {
  const { shown, toggleLink } = useCollapsible(items, options);
  return (
    <>
      {shown.map(renderItem)}
      {toggleLink && <li>{toggleLink}</li>}
    </>
  );
}

function useCollapsible<Entry>(entries: Entry[], { pluralNoun, maxShown }: CollapseOptions) {
  const [isExpanded, setExpanded] = useState(false);
  const isPrinting = useIsPrinting();
  if (entries.length <= maxShown || isPrinting) return { shown: entries };
  const text = isExpanded ? "Show fewer" : `and ${(entries.length - maxShown).toLocaleString("en-US")} more`;
  const toggleLink = (
    <Link
      component="button"
      type="button"
      aria-expanded={isExpanded}
      aria-label={`${text} ${pluralNoun}`}
      onClick={({ currentTarget }) => {
        setExpanded(!isExpanded);
        if (isExpanded) keepInView(currentTarget);
      }}
      sx={linkStyles}
    >
      {text}
    </Link>
  );
  return { shown: isExpanded ? entries : entries.slice(0, maxShown), toggleLink };
}

/** Above the link that covers a record card. */
const linkStyles = {
  position: "relative",
  zIndex: 1,
  font: "inherit",
  verticalAlign: "baseline",
  whiteSpace: "nowrap",
};
