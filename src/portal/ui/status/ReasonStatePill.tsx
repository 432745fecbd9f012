import type { ReasonState } from "../../../contract/review/reasonState.ts";
import { Pill, type StatusState } from "./StatusBadge.tsx";

const PILLS: Record<ReasonState, { label: string; state?: StatusState }> = {
  open: { label: "still open" },
  corrected: { label: "corrected", state: "good" },
  answered: { label: "answered", state: "info" },
};

export function ReasonStatePill({ state }: { state: ReasonState }) {
  const { label, ...pill } = PILLS[state];
  return <Pill {...pill}>{label}</Pill>;
}
