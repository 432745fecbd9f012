import Link from "@mui/material/Link";
import { showInvisibleCharacters } from "./format.ts";

const URL_PATTERN = /(https?:\/\/\S+)/;

/** Shows the web addresses of a plain text as links. They open a new tab, so that a running upload continues. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(URL_PATTERN).map((part, index) =>
    URL_PATTERN.test(part) ? (
      <Link key={index} href={part} target="_blank" rel="noopener" sx={{ overflowWrap: "anywhere" }}>
        {part}
      </Link>
    ) : (
      showInvisibleCharacters(part)
    ),
  );
