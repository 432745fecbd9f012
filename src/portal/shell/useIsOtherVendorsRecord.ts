import { useGetOne } from "react-admin";
import { isAdmin } from "../../contract/roles.ts";
import { PREFETCH_STALE_TIME_MS } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";

/** Undefined while loading. False if the services do not say who owns the record. */
export function useIsOtherVendorsRecord(recordId: string): boolean | undefined {
  const isAgencyAdmin = isReviewer();
  const { data, isPending } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { enabled: isAgencyAdmin, staleTime: PREFETCH_STALE_TIME_MS },
  );
  if (isAgencyAdmin && isPending) return undefined;
  const owner = data?.vendor;
  return isAgencyAdmin && owner !== undefined && owner !== session.getAccount()?.username;
}

/** From the session, because asking react-admin would cost one more render. */
export function isReviewer(): boolean {
  const account = session.getAccount();
  return account !== undefined && isAdmin(account);
}
