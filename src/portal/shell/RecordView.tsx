import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useDataProvider } from "react-admin";
import { useParams } from "react-router";
import { RecordDetailPage } from "../record-detail/RecordDetailPage.tsx";
import { KeptDrafts } from "../record-form/KeptDrafts.tsx";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { routes } from "../routes.ts";
import { isAdminHere } from "./isAdminHere.ts";

/** Vendors never need its code. */
const ReviewPanel = lazy(async () => ({
  default: (await import("../review/ReviewPanel.tsx")).ReviewPanel,
}));

const Review = ({ record }: { record: RecordRow }) => (
  <Suspense fallback={null}>
    <ReviewPanel record={record} />
  </Suspense>
);

const BACK = { to: routes.review, label: "Review" };

/** A record's own page; to the agency's admins with the means to decide on it. */
export const RecordView = () =>
  isAdminHere() ? <AdminsRecordView /> : <RecordDetailPage Notice={KeptDrafts} />;

function AdminsRecordView() {
  const { recordId = "" } = useParams();
  const isOwn = useOwnRecords()?.has(recordId) ?? false;
  return isOwn ? (
    <RecordDetailPage Review={Review} Notice={KeptDrafts} />
  ) : (
    <RecordDetailPage Review={Review} isOwn={false} back={BACK} />
  );
}

const ALL = {
  pagination: { page: 1, perPage: 100_000 },
  sort: { field: "id", order: "ASC" as const },
  filter: {},
};

/** The ids of the admin's own records: an admin may be a vendor too. */
function useOwnRecords(): Set<string> | undefined {
  const dataProvider = useDataProvider<PortalDataProvider>();
  return useQuery({
    queryKey: ["own-records"],
    queryFn: async () => {
      const { data } = await dataProvider.getList<RecordRow>("records", ALL);
      return new Set(data.map(({ id }) => id));
    },
  }).data;
}
