import { useGetOne } from "react-admin";
import { Navigate, useParams } from "react-router";
import { isUploadable } from "../../contract/status.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { recordPath } from "../routes.ts";
import { ErrorState, Loading, MissingRecord } from "../ui/states.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import { Instructions } from "./Instructions.tsx";

/** Soon enough to show that an upload has made the record pending. */
const EVERY = 10_000;

/** How the model of one record is delivered. */
export function InstructionsPage() {
  const { recordId = "" } = useParams();
  const { data, error, isPending, refetch } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { refetchInterval: EVERY },
  );
  if (isNotServed(error)) return <MissingRecord />;
  if (data?.statusInfo && !isUploadable(data.statusInfo.status))
    return <Navigate to={recordPath("view", recordId)} replace />;
  return (
    <PageFrame title="Upload instructions">
      {data?.statusInfo ? (
        <Instructions record={data} />
      ) : isPending ? (
        <Loading label="Loading the record" />
      ) : (
        <ErrorState title="The record could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}
