import { useCanAccess, useGetOne } from "react-admin";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { session } from "../providers/session.ts";

/**
 * Whether a record belongs to somebody else, as the agency's admins may open any; undefined until that is known. Where
 * the services do not say whose a record is, it is one's own.
 */
export function useIsOthers(recordId: string): boolean | undefined {
  const { canAccess: isAdmin } = useCanAccess({ resource: "reviews", action: "list" });
  const { data, isPending } = useGetOne<RecordRow>(
    "records",
    { id: recordId },
    { enabled: isAdmin === true },
  );
  if (isAdmin === undefined || (isAdmin && isPending)) return undefined;
  const owner = data?.vendor;
  return isAdmin && owner !== undefined && owner !== session.current()?.username;
}
