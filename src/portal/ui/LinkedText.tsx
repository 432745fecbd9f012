import Link from "@mui/material/Link";
import { Fragment } from "react";

const ADDRESS_PATTERN = /(https?:\/\/[\p{L}\p{N}[]\S*)/u;

/** Shows the web addresses of a plain text as links. They open a new tab, so that a running upload continues. */
export function LinkedText({ text }: { text: string }) {
  // Text and addresses alternate.
  return text.split(ADDRESS_PATTERN).map((part, index) => {
    if (index % 2 === 0) return part;
    const address = removePunctuation(part);
    const isTruncated = address.endsWith("…");
    if (isTruncated) return part;
    return (
      <Fragment key={index}>
        <Link href={address} target="_blank" rel="noopener" sx={{ overflowWrap: "anywhere" }}>
          {address}
        </Link>
        {part.slice(address.length)}
      </Fragment>
    );
  });
}

const PUNCTUATION = ".,;:!?\"'”’";

/** Removes what belongs to the sentence: https://github.github.com/gfm/#extended-autolink-path-validation */
function removePunctuation(address: string): string {
  const unmatched = new Map([
    [")", countUnmatched(address, "(", ")")],
    ["]", countUnmatched(address, "[", "]")],
  ]);
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const count = unmatched.get(last) ?? 0;
    if (count > 0) unmatched.set(last, count - 1);
    else if (!PUNCTUATION.includes(last)) break;
  }
  return address.slice(0, end);
}

const countUnmatched = (text: string, opening: string, closing: string) =>
  text.split(closing).length - text.split(opening).length;
