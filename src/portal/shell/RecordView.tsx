import { lazy, Suspense } from "react";
import { useCanAccess } from "react-admin";
import { useParams } from "react-router";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { RecordDetailPage } from "../record-detail/RecordDetailPage.tsx";
import { KeptDrafts } from "../record-form/KeptDrafts.tsx";
import { routes } from "../routes.ts";
import { Loading } from "../ui/states/Loading.tsx";
import { useIsOthers } from "./useIsOthers.ts";

/** Vendors never need its code. */
const ReviewPanel = lazy(async () => ({
  default: (await import("../review/ReviewPanel.tsx")).ReviewPanel,
}));

/** The agency's means to decide on a record. */
const Review = ({ record }: { record: RecordRow }) => (
  <Suspense fallback={null}>
    <ReviewPanel record={record} />
  </Suspense>
);

const TO_REVIEW = { to: routes.review, label: "Review" };

/** A record's own page; to the agency's admins with the means to decide on it, and only to read where it is another's. */
export function RecordView() {
  const isOthers = useIsOthers(useParams().recordId ?? "");
  const { canAccess: isReviewer } = useCanAccess({ resource: "reviews", action: "list" });
  if (isOthers === undefined) return <Loading label="Loading the record" />;
  if (isOthers) return <RecordDetailPage Review={Review} isOwn={false} back={TO_REVIEW} />;
  return <RecordDetailPage Review={isReviewer ? Review : undefined} Notice={KeptDrafts} />;
}
