import Link from "@mui/material/Link";

/** Without the punctuation that follows an address in a sentence. */
const URL_PATTERN = /(https?:\/\/\S*[^\s.,;:!?"'”’)\]…])/;

/** Shows the web addresses of a plain text as links. They open a new tab, so that a running upload continues. */
export function LinkedText({ text }: { text: string }) {
  // Text and addresses alternate.
  const parts = text.split(URL_PATTERN);
  const isAddress = (index: number) => index % 2 === 1 && !isTruncated(parts[index + 1]);
  return parts.map((part, index) =>
    isAddress(index) ? (
      <Link key={index} href={part} target="_blank" rel="noopener" sx={{ overflowWrap: "anywhere" }}>
        {part}
      </Link>
    ) : (
      part
    ),
  );
}

const isTruncated = (next = "") => next.startsWith("…");
