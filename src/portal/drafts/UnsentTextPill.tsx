import { Pill } from "../ui/status/StatusBadge.tsx";

/** For a record about which the user typed texts that were not sent. */
export const UnsentTextPill = () => (
  <Pill state="info">
    <span>Unsent text</span>
  </Pill>
);
