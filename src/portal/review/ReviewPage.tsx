import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { StaleNote } from "../ui/StaleNote.tsx";
import { ReviewList } from "./ReviewList.tsx";
import { useReviews } from "./useReviews.ts";

/** What the agency's admins have to decide on: the pending records of all vendors, the longest waiting first. */
export function ReviewPage() {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useReviews();
  const retry = () => void refetch();
  return (
    <PageFrame title="Review">
      {data === null ? (
        <EmptyState title="This installation's services do not offer reviews." />
      ) : data ? (
        <>
          <ReviewList records={data} isOpening={!isFetchedAfterMount} />
          {error && <StaleNote what="This list" isTrying={isFetching} onRetry={retry} />}
        </>
      ) : error ? (
        <ErrorState title="The records to review could not be loaded" error={error} onRetry={retry} />
      ) : (
        <Loading label="Loading the records to review" />
      )}
    </PageFrame>
  );
}
