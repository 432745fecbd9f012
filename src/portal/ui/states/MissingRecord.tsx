import { useNotify } from "react-admin";
import { useEffect } from "react";
import { Navigate } from "react-router";
import { routes } from "../../routes.ts";

/** There is no such record, or none of this user's: says so and leads Home. */
export function MissingRecord() {
  const notify = useNotify();
  useEffect(() => notify("This record could not be found.", { type: "warning" }), [notify]);
  return <Navigate to={routes.home} replace />;
}
