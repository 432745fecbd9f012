import type { ComponentType } from "react";
import { useGetOne } from "react-admin";
import { useParams } from "react-router";
import { schemaOf, textOf } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { isNotServed } from "../providers/vendorError.ts";
import { routes } from "../routes.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Loading } from "../ui/Loading.tsx";
import { MissingRecord } from "../ui/MissingRecord.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { StaleNote } from "../ui/StaleNote.tsx";
import { RecordDetail } from "./RecordDetail.tsx";
import { useFirstAnswers } from "./useFirstAnswers.ts";

/** Soon enough to show what processing or the agency made of the record. */
const EVERY = 15_000;

interface RecordDetailPageProps {
  /** Where the page goes back to. */
  back?: { to: string; label: string };
  /** What the agency's admins decide with; stands above the record's parts. */
  Review?: ComponentType<{ record: RecordRow }> | undefined;
  /** What the vendor is to know first; stands above the record's parts, too. */
  Notice?: ComponentType<{ record: RecordRow }> | undefined;
  /** False for a record of somebody else's: what only its vendor may do is not offered. */
  isOwn?: boolean;
}

const HOME = { to: routes.home, label: "Metadata Records" };

/** All there is to know of one record, in every status. */
export function RecordDetailPage({ back = HOME, Review, Notice, isOwn = true }: RecordDetailPageProps) {
  const { recordId = "" } = useParams();
  const { data, error, isPending, isFetching, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: EVERY },
  );
  const isReady = useFirstAnswers(recordId, Boolean(data?.statusInfo));
  if (isNotServed(error)) return <MissingRecord />;
  const record = isReady && data?.statusInfo ? data : undefined;
  const title = record && textOf(schemaOf("metadata"), record.currentMetadata, "title");
  return (
    <PageFrame title={title || "Metadata record"} back={back}>
      {record ? (
        <>
          <RecordDetail record={record} Review={Review} Notice={Notice} isOwn={isOwn} />
          {error && <StaleNote what="This record" isTrying={isFetching} onRetry={() => void refetch()} />}
        </>
      ) : isPending || data?.statusInfo ? (
        <Loading label="Loading the record" />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}
