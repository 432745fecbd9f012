import { useGetOne } from "react-admin";
import { useParams } from "react-router";
import { schemaOf, textOf } from "../../../contract/fields.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { isNotServed } from "../../providers/vendorError.ts";
import { routes } from "../../routes.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { MissingRecord } from "../../ui/MissingRecord.tsx";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { RecordDetail } from "./RecordDetail.tsx";

/** Soon enough to show what processing or the agency made of the record. */
const EVERY = 15_000;

/** All there is to know of one record, in every status. */
export function RecordDetailPage() {
  const { recordId = "" } = useParams();
  const { data, error, isPending, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: EVERY },
  );
  if (isNotServed(error)) return <MissingRecord />;
  const record = data?.statusInfo ? data : undefined;
  const title = record && textOf(schemaOf("metadata"), record.currentMetadata, "title");
  return (
    <PageFrame title={title || "Metadata record"} back={{ to: routes.home, label: "Metadata Records" }}>
      {record ? (
        <RecordDetail record={record} />
      ) : isPending ? (
        <Loading label="Loading the record" />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}
