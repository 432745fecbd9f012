import Button from "@mui/material/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import { usePortalProvider } from "../providers/useAnswer.ts";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { recordPath } from "../routes.ts";
import { isRefusal } from "../ui/states.tsx";

/** Puts a rejected record back in progress and leads to its form. Nothing once the services have said that they cannot. */
export function ReopenButton({ recordId }: { recordId: string }) {
  const dataProvider = usePortalProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataProvider.reopenRecord(recordId),
    onSuccess: () => {
      notify(messages.reopenedRecord, { type: "success" });
      void queries.invalidateQueries();
    },
    onError: (failure) => {
      const why = isRefusal(failure) && !isNotServed(failure) ? ` ${failure.message}` : "";
      notify(messages.reopenFailed + why, { type: "error" });
      void queries.invalidateQueries({ queryKey: ["records"] });
    },
  });
  // Asked for with the call: whoever has gone elsewhere before the answer stays there.
  const reopen = () => mutate(undefined, { onSuccess: () => void navigate(recordPath("form", recordId)) });
  if (isNotServed(error)) return null;
  return (
    <Button variant="contained" loading={isPending} onClick={reopen}>
      Reopen and mend
    </Button>
  );
}
