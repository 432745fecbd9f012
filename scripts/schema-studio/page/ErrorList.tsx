import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { LocatedError } from "../protocol.ts";

interface ErrorListProps {
  /** Of the files that can be opened. */
  names: string[];
  /** Undefined until the first check is done, and if the text cannot be checked. */
  errors: LocatedError[] | undefined;
  /** The errors, if any, are those of an earlier text. */
  isChecking: boolean;
  onOpen(error: LocatedError): void;
}

/** The errors that `npm run generate` would report. Each opens its line. */
export const ErrorList = ({ names, errors, isChecking, onOpen }: ErrorListProps) => (
  <Box sx={listStyles}>
    <div role="status">{isChecking ? "Checking…" : summarize(errors)}</div>
    {errors && errors.length > 0 && (
      <ul>
        {errors.map((error, index) => (
          <li key={index}>
            {error.file !== undefined && names.includes(error.file) ? (
              <Link component="button" type="button" variant="body2" onClick={() => onOpen(error)}>
                {formatPlace(error)}
              </Link>
            ) : (
              formatPlace(error)
            )}{" "}
            {error.message}
          </li>
        ))}
      </ul>
    )}
  </Box>
);

/** An error in a file that the studio does not open names its place itself. */
const formatPlace = ({ file, line }: LocatedError) => (file === undefined ? "" : `${file}, line ${line}`);

function summarize(errors: LocatedError[] | undefined): string {
  if (!errors) return "Not checked.";
  if (errors.length === 0) return "No errors.";
  return errors.length === 1 ? "1 error" : `${errors.length} errors`;
}

const listStyles = {
  maxHeight: "30vh",
  overflow: "auto",
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: "divider",
  typography: "body2",
  "& ul": { m: 0, pl: 2 },
};
