import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import { fieldNames } from "../recordName.ts";
import { visibleText } from "../ui/format.ts";
import { useStandingFiles } from "../providers/recordQueries.ts";

/** The place on this page that an address leads to after its `#`: a field of the metadata, or a file of the tree. */
export const placeOf = {
  field: (name: string) => `field-${name}`,
  file: (path: string) => `file-${encodeURIComponent(path)}`,
};

/** What a record was returned for. A line that begins with the name of a field or a file leads to it. */
export function Reason({ text, recordId }: { text: string; recordId: string }) {
  const { data } = useStandingFiles(recordId);
  const paths = data?.files.map(({ path }) => path) ?? [];
  return text.split("\n").map((line, index) => {
    const [, name = "", rest = ""] = /^(.+?)(: .*|:\s*)$/.exec(line) ?? [];
    const place = name && placeNamed(name, paths);
    return (
      <Typography key={index} dir="auto" sx={{ unicodeBidi: "isolate", minHeight: "1.5em" }}>
        {place ? (
          <>
            <Link component={RouterLink} to={{ hash: place }} underline="always" color="inherit">
              {name}
            </Link>
            {rest}
          </>
        ) : (
          line
        )}
      </Typography>
    );
  });
}

function placeNamed(name: string, paths: string[]): string | undefined {
  const field = fieldNames.get(name);
  if (field !== undefined) return placeOf.field(field);
  // Names are shown, and picked, with what would be invisible in them made visible.
  const end = `/${visibleText(name)}`;
  const file = paths.find((path) => `/${visibleText(path)}`.endsWith(end));
  return file === undefined ? undefined : placeOf.file(file);
}
