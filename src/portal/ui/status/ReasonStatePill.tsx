import { Pill, type StatusState } from "./StatusBadge.tsx";

export type ReasonState = "open" | "corrected" | "answered";

const PILLS: Record<ReasonState, { label: string; state?: StatusState }> = {
  open: { label: "still open" },
  corrected: { label: "corrected", state: "good" },
  answered: { label: "answered", state: "info" },
};

export function ReasonStatePill({ state }: { state: ReasonState }) {
  const { label, ...pill } = PILLS[state];
  return <Pill {...pill}>{label}</Pill>;
}
