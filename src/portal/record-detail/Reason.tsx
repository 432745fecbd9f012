import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link as RouterLink } from "react-router";
import { useStandingFiles } from "../providers/recordQueries.ts";
import { fieldNames } from "../recordName.ts";
import { placeOf } from "../routes.ts";
import { visibleText } from "../ui/format.ts";
import { insideModel } from "../ui/insideModel.ts";

/** What a record was returned for. A line that begins with the name of a field or a file leads to it. */
export function Reason({ text, recordId }: { text: string; recordId: string }) {
  const { data } = useStandingFiles(recordId);
  const paths = useMemo(
    // Names are shown, and picked, with what would be invisible in them made visible.
    () => insideModel(data?.files ?? []).map(({ path }) => `/${visibleText(path)}`),
    [data],
  );
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
  return paths.some((path) => path.endsWith(`/${visibleText(name)}`)) ? placeOf.file(name) : undefined;
}
