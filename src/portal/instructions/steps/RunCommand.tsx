import Alert from "@mui/material/Alert";
import { runCommand, type Platform } from "../../../contract/uploads/shellQuote.ts";
import { CopyBox } from "../../ui/CopyBox.tsx";

export interface Paths {
  zip: string;
  script: string;
}

/** The command that runs the script on the zip, once both paths are known. */
export function RunCommand({ platform, paths }: { platform: Platform; paths: Paths }) {
  const isWhole = paths.zip.trim() !== "" && paths.script.trim() !== "";
  if (!isWhole)
    return (
      <Alert severity="warning" sx={{ width: "100%" }}>
        Paste the zip path and the script path into the inputs above to get the command.
      </Alert>
    );
  return <CopyBox label="Command" text={runCommand(platform, paths.script, paths.zip)} />;
}
