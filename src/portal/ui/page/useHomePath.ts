import { useCanAccess } from "react-admin";
import { routes } from "../../routes.ts";

/** Agency admins start at the review queue. */
export function useHomePath(): string {
  const { canAccess: isAdmin } = useCanAccess({ resource: "reviews", action: "list" });
  return isAdmin ? routes.review : routes.home;
}
