import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Step } from "./Step.tsx";

/** Windows marks downloaded scripts, and PowerShell refuses what is marked. */
export function UnblockStep({ file }: { file: string }) {
  return (
    <Step title="Unblock the script through its Properties.">
      <Typography>
        In File Explorer, right-click <Box component="code">{file}</Box>, choose Properties, tick Unblock on
        the General tab and choose OK.
      </Typography>
    </Step>
  );
}
