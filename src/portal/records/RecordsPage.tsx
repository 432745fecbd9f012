import Button from "@mui/material/Button";
import { Link } from "react-router";
import { routes } from "../routes.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { StaleNote } from "../ui/StaleNote.tsx";
import { Records } from "./Records.tsx";
import { useHome } from "./useHome.ts";

/** Home: the user's records as cards or as a table, and what needs their attention. */
export function RecordsPage() {
  const { state, isOpening, failure, stale, isFetching, retry } = useHome();
  return (
    <PageFrame
      title="Metadata Records"
      actions={
        <Button component={Link} to={routes.newRecord} variant="contained">
          Create +
        </Button>
      }
    >
      {state ? (
        <>
          <Records fresh={state} isOpening={isOpening} />
          {stale && <StaleNote what={stale} isTrying={isFetching} onRetry={retry} />}
        </>
      ) : failure ? (
        <ErrorState title="Your records could not be loaded" error={failure} onRetry={retry} />
      ) : (
        <Loading label="Loading your records" />
      )}
    </PageFrame>
  );
}
