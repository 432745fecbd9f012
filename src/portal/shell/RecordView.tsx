import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { listFieldsEditedBy } from "../../contract/schema/access.ts";
import { getSchema } from "../../contract/schema/fields.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { MetadataCard } from "../record-detail/MetadataCard.tsx";
import { RecordDetailPage } from "../record-detail/RecordDetailPage.tsx";
import { ReadOnlyDrafts } from "../record-form/ReadOnlyDrafts.tsx";
import { routes } from "../routes.ts";
import { PageSkeleton } from "../ui/page/PageSkeleton.tsx";
import { isReviewer, useIsOtherVendorsRecord } from "./useIsOtherVendorsRecord.ts";

/** Lazy, because vendors never need this code. */
const ReviewPanel = lazy(async () => ({
  default: (await import("../review/ReviewPanel.tsx")).ReviewPanel,
}));

const ReviewDeskCard = lazy(async () => ({
  default: (await import("../review/ReviewDeskCard.tsx")).ReviewDeskCard,
}));

const OtherReviewersAlert = lazy(async () => ({
  default: (await import("../review/ReviewDeskCard.tsx")).OtherReviewersAlert,
}));

const DeliveryChanges = lazy(async () => ({
  default: (await import("../review/evidence/DeliveryChanges.tsx")).DeliveryChanges,
}));

const DecisionHistoryCard = lazy(async () => ({
  default: (await import("../review/DecisionHistoryCard.tsx")).DecisionHistoryCard,
}));

const ReopenAcceptedCard = lazy(async () => ({
  default: (await import("../review/ReopenAcceptedCard.tsx")).ReopenAcceptedCard,
}));

const AgencyFields = lazy(async () => ({
  default: (await import("../review/AgencyFields.tsx")).AgencyFields,
}));

const agencyFields = listFieldsEditedBy("admin", getSchema("metadata"));

const ReviewSection = ({ record }: { record: RecordRow }) => (
  // The height of most reviews, so that what follows does not move.
  <Suspense
    fallback={
      record.statusInfo.status === "pending" && <PageSkeleton label="Loading the review" heights={[720]} />
    }
  >
    <OtherReviewersAlert recordId={record.id} />
    <ReviewPanel record={record} changes={<DeliveryChanges record={record} />} Metadata={MetadataCard} />
    <ReopenAcceptedCard record={record} />
    <ReviewDeskCard recordId={record.id} />
    <DecisionHistoryCard recordId={record.id} />
    {agencyFields.length > 0 && <AgencyFields record={record} names={agencyFields} />}
  </Suspense>
);

const REVIEW_BACK_LINK = { to: routes.review, label: "Review" };

export function RecordView() {
  const { recordId = "" } = useParams();
  const isOtherVendors = useIsOtherVendorsRecord(recordId);
  const isAgencyAdmin = isReviewer();
  return (
    <RecordDetailPage
      // Resets typed text and open sections when the record changes.
      key={recordId}
      isOwnershipPending={isOtherVendors === undefined}
      isOwn={!isOtherVendors}
      back={isAgencyAdmin && isOtherVendors !== false ? REVIEW_BACK_LINK : undefined}
      Review={isAgencyAdmin ? ReviewSection : undefined}
      Notice={isOtherVendors ? undefined : ReadOnlyDrafts}
    />
  );
}
