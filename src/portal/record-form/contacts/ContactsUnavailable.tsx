import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Loading } from "../../ui/states.tsx";
import { useContactBook } from "./contactBook.ts";

export function ContactsUnavailable({ what }: { what: "The contact" | "The contacts" }) {
  const { hasFailed, isRetrying, retry } = useContactBook();
  if (!hasFailed) return <Loading label={`Loading ${what.toLowerCase()}`} />;
  return (
    <Stack direction="row" sx={{ alignItems: "center", flexWrap: "wrap", columnGap: 2, rowGap: 1 }}>
      <Typography role="status" color="error">
        {what} could not be loaded.
      </Typography>
      <Button
        size="small"
        variant="outlined"
        loading={isRetrying ?? false}
        aria-label={`Retry: ${what.toLowerCase()}`}
        onClick={retry}
      >
        Retry
      </Button>
    </Stack>
  );
}
