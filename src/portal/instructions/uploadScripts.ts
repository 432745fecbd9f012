import type { Platform } from "../../contract/uploads/shellQuote.ts";
import type { Shell } from "../../contract/uploads/uploadScript.ts";

/** The upload script of each platform: its file, and the shell that runs it. */
export const uploadScripts: Record<
  Platform,
  { file: "upload_script.sh" | "upload_script.ps1"; shell: Shell }
> = {
  WINDOWS: { file: "upload_script.ps1", shell: "powershell" },
  MAC_LINUX: { file: "upload_script.sh", shell: "bash" },
};
