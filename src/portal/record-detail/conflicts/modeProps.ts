import type { ConflictingUpload, ContestedFile } from "../../../contract/contestedFiles.ts";
import type { useResolution } from "./useResolution.ts";
import type { UploadContents } from "./useUploadContents.ts";

/** What both ways of choosing are given. */
export interface ModeProps {
  files: ContestedFile[];
  /** The newest first. */
  uploads: ConflictingUpload[];
  contents: UploadContents;
  choosing: ReturnType<typeof useResolution>["choosing"];
  canChoose: boolean;
}
