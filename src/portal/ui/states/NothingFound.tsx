import Typography from "@mui/material/Typography";
import { messages } from "../../../contract/messages.ts";
import { EmptyState } from "./EmptyState.tsx";

/** No record fits the search. */
export function NothingFound({ term }: { term: string }) {
  return (
    <EmptyState title={messages.noRecords}>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        Nothing matches “{term.trim()}”. Check the spelling, or search for a part of the name or ID.
      </Typography>
    </EmptyState>
  );
}
