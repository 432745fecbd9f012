import { useGetOne } from "react-admin";
import { isAdmin } from "../../contract/roles.ts";
import { JUST_ASKED } from "../providers/recordQueries.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";

/**
 * Whether a record belongs to somebody else, as the agency's admins may open any; undefined until that is known. Where
 * the services do not say whose a record is, it is one's own.
 */
export function useIsOthers(recordId: string): boolean | undefined {
  const isReviewer = isReviewing();
  const { data, isPending } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { enabled: isReviewer, staleTime: JUST_ASKED },
  );
  if (isReviewer && isPending) return undefined;
  const owner = data?.vendor;
  return isReviewer && owner !== undefined && owner !== session.current()?.username;
}

/** Whether the user is one of the agency's admins; told by the session, where asking react-admin would take a drawing. */
export function isReviewing(): boolean {
  const account = session.current();
  return account !== undefined && isAdmin(account);
}
