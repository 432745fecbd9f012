import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { editorsOf } from "../../contract/schema/access.ts";
import { schemaOf } from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { RecordDetailPage } from "../record-detail/RecordDetailPage.tsx";
import { KeptDrafts } from "../record-form/KeptDrafts.tsx";
import { routes } from "../routes.ts";
import { isReviewing, useIsOthers } from "./useIsOthers.ts";

/** Vendors never need its code. */
const ReviewPanel = lazy(async () => ({
  default: (await import("../review/ReviewPanel.tsx")).ReviewPanel,
}));

const AgencyFields = lazy(async () => ({
  default: (await import("../review/AgencyFields.tsx")).AgencyFields,
}));

const agencyFields = Object.entries(schemaOf("metadata").properties).flatMap(([name, field]) =>
  editorsOf(field).includes("admin") ? [name] : [],
);

/** The agency's means to decide on a record, and what it says of one itself. */
const Review = ({ record }: { record: RecordRow }) => (
  <Suspense fallback={null}>
    <ReviewPanel record={record} />
    {agencyFields.length > 0 && <AgencyFields record={record} names={agencyFields} />}
  </Suspense>
);

const TO_REVIEW = { to: routes.review, label: "Review" };

/** A record's own page; to the agency's admins with the means to decide on it, and only to read where it is another's. */
export function RecordView() {
  const { recordId = "" } = useParams();
  const isOthers = useIsOthers(recordId);
  const isReviewer = isReviewing();
  return (
    <RecordDetailPage
      // What is typed or open on one record's page does not stand on the next one's.
      key={recordId}
      isWaiting={isOthers === undefined}
      isOwn={!isOthers}
      back={isReviewer && isOthers !== false ? TO_REVIEW : undefined}
      Review={isReviewer ? Review : undefined}
      Notice={isOthers ? undefined : KeptDrafts}
    />
  );
}
