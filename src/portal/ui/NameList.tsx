import Link from "@mui/material/Link";
import { useState, type ReactNode } from "react";
import { scrollBackTo } from "./scrollBackTo.ts";

interface NameListProps {
  names: string[];
  /** What the names are names of. */
  noun: string;
  /** How many are shown before the rest is asked for. */
  most: number;
}

/** Names in a row of text: the first of them, and the rest when asked for. */
export function NameList({ names, noun, most }: NameListProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? names : names.slice(0, most)).join(", ")}
      {names.length > most && (
        <>
          {" "}
          <MoreLink {...{ isWhole, noun, most }} count={names.length} onToggle={() => setWhole(!isWhole)} />
        </>
      )}
    </>
  );
}

interface FirstItemsProps<Item> extends Omit<NameListProps, "names"> {
  items: Item[];
  /** Renders one item as a list item with a key. */
  renderItem: (item: Item, index: number) => ReactNode;
}

/** Items of a list: the first of them, and the rest when asked for. */
export function FirstItems<Item>({ items, renderItem, noun, most }: FirstItemsProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? items : items.slice(0, most)).map(renderItem)}
      {items.length > most && (
        <li>
          <MoreLink {...{ isWhole, noun, most }} count={items.length} onToggle={() => setWhole(!isWhole)} />
        </li>
      )}
    </>
  );
}

interface MoreLinkProps extends Omit<NameListProps, "names"> {
  isWhole: boolean;
  /** How many there are in all. */
  count: number;
  onToggle: () => void;
}

/** Unfolds a list of which only the first entries are shown, and folds it again. */
const MoreLink = ({ isWhole, noun, most, count, onToggle }: MoreLinkProps) => (
  <Link
    component="button"
    type="button"
    aria-expanded={isWhole}
    aria-label={isWhole ? `Show fewer ${noun}` : `Show all ${count.toLocaleString("en-US")} ${noun}`}
    onClick={({ currentTarget }) => {
      onToggle();
      if (isWhole) scrollBackTo(currentTarget);
    }}
    sx={look}
  >
    {isWhole ? "Show fewer" : `and ${(count - most).toLocaleString("en-US")} more`}
  </Link>
);

/** Above the link that covers a card. */
const look = {
  position: "relative",
  zIndex: 1,
  font: "inherit",
  verticalAlign: "baseline",
  whiteSpace: "nowrap",
};
