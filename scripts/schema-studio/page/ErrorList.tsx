import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import type { LocatedError } from "../protocol.ts";

interface ErrorListProps {
  /** Undefined until the first check is done. */
  errors: LocatedError[] | undefined;
  /** The errors are those of an earlier text. */
  isChecking: boolean;
  onOpen(error: LocatedError): void;
}

/** The errors that `npm run generate` would report. Each opens its line. */
export const ErrorList = ({ errors, isChecking, onOpen }: ErrorListProps) => (
  <Box sx={listStyles}>
    <div role="status">{summarize(isChecking ? undefined : errors)}</div>
    {errors && errors.length > 0 && (
      <ul>
        {errors.map((error, index) => (
          <li key={index}>
            {error.schema !== undefined && (
              <Link component="button" type="button" variant="body2" onClick={() => onOpen(error)}>
                {error.schema}, line {error.line}
              </Link>
            )}{" "}
            {error.message}
          </li>
        ))}
      </ul>
    )}
  </Box>
);

function summarize(errors: LocatedError[] | undefined): string {
  if (!errors) return "Checking…";
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
