import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useDataProvider, useNotify } from "react-admin";
import { Link, useNavigate } from "react-router";
import { messages } from "../../contract/messages.ts";
import type { PortalDataProvider } from "../providers/dataProvider.ts";
import { isNotServed } from "../providers/calls/vendorError.ts";
import { recordPath, routes } from "../routes.ts";

/** The ways out: back to the form, or done, of which the services are told. */
export function InstructionsBar({ recordId }: { recordId: string }) {
  const dataProvider = useDataProvider<PortalDataProvider>();
  const notify = useNotify();
  const navigate = useNavigate();
  const finish = useMutation({
    mutationFn: () => dataProvider.finishUpload(recordId),
    onError: (error) => {
      if (!isNotServed(error)) notify(error.message || messages.generic, { type: "error" });
    },
  });
  const goHome = () => void navigate(routes.home);
  // Asked for with the call: whoever has gone elsewhere before the answer stays there.
  const onDone = () =>
    finish.mutate(undefined, { onSuccess: goHome, onError: (error) => isNotServed(error) && goHome() });
  return (
    <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, mt: 4 }}>
      <Button component={Link} to={recordPath("form", recordId)}>
        Back
      </Button>
      <Button variant="contained" disabled={finish.isPending} onClick={onDone}>
        Done
      </Button>
    </Box>
  );
}
