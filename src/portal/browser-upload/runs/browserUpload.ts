import type { TransferHistory } from "../../ui/status/transferProgress.ts";
import type { RunningUpload } from "./runningUploads.ts";
import type { StoredUpload } from "./uploadStorage.ts";
import type { ProcessingStage } from "../worker/uploadTask.ts";

export type UploadPhase =
  /** Another upload of this browser runs. */
  | "queued"
  | "preparing"
  | "prechecking"
  | "sending"
  | "arrived"
  | "done"
  | "rejected"
  /** Waits for the vendor's decision about files. */
  | "unreadable"
  | "changed"
  | "paused"
  /** From an earlier visit: its files are not open. */
  | "interrupted"
  | "running elsewhere"
  | "signed out"
  | "failed";

const RUNNING_PHASES: UploadPhase[] = ["queued", "preparing", "prechecking", "sending"];
const STOPPED_PHASES: UploadPhase[] = ["rejected", "unreadable", "changed", "failed"];
export const isRunning = ({ phase }: Pick<BrowserUpload, "phase">) => RUNNING_PHASES.includes(phase);

/** One upload of this browser, as the screens show it. */
export interface BrowserUpload {
  recordId: string;
  title: string;
  phase: UploadPhase;
  fileCount: number;
  /** Of the files, without the zip's own bytes. */
  bytes: number;
  /** Files of a correction that are the same in the version it corrects. */
  unchangedFileCount?: number;
  /** From 0 to 1, while preparing. */
  prepared: number;
  sent?: { files: number; bytes: number; totalBytes: number };
  history?: TransferHistory | undefined;
  /** Why the upload waits for the network. */
  waitingReason?: string | undefined;
  warnings: string[];
  stage?: ProcessingStage;
  /** Of a rejection or failure; after processing, what the portal says to do next. */
  texts: string[];
  hasArrived: boolean;
  /** Files to decide about. */
  paths: string[];
  /** The browser can open the folder again after a click. */
  hasHandle: boolean;
  kind: StoredUpload["kind"];
}

/** From 0 to 100, of the whole zip. */
export const getPercent = ({ sent }: Pick<BrowserUpload, "sent">): number =>
  sent ? Math.floor((100 * sent.bytes) / Math.max(1, sent.totalBytes)) : 0;

/** Undefined for an upload that needs no entry in the side menu. */
export function toRunningUpload(upload: BrowserUpload): RunningUpload | undefined {
  const { recordId, title } = upload;
  const state = getRunningState(upload);
  return state && { recordId, title, percent: getPercent(upload), state };
}

function getRunningState(upload: BrowserUpload): RunningUpload["state"] | undefined {
  if (isRunning(upload)) return "running";
  if (upload.phase === "paused") return "paused";
  return STOPPED_PHASES.includes(upload.phase) ? "stopped" : undefined;
}
