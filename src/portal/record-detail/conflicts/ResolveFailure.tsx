import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { problemOf } from "../problemOf.ts";
import { failureOf, type useResolution } from "./useResolution.ts";

/** A choice that could not be made: it is still there, and is tried again. */
export function ResolveFailure({ choosing }: Pick<ReturnType<typeof useResolution>, "choosing">) {
  const { variables, error, mutate, isError, isPending, failureCount } = choosing;
  if (!variables || !(isError || (isPending && failureCount > 0))) return null;
  return (
    <Alert
      severity="error"
      sx={{ mt: 2 }}
      action={
        <Button color="inherit" size="small" loading={isPending} onClick={() => mutate(variables)}>
          Retry
        </Button>
      }
    >
      {failureOf(variables)} {problemOf(error)} Your choice is kept.
    </Alert>
  );
}
