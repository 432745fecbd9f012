import { formatDateTime, formatDateTimeWithZone } from "./format.ts";

interface TimestampProps {
  iso: string;
  formatTime?: (iso: string) => string;
}

/** Shows local time. The tooltip adds the time zone. */
export const Timestamp = ({ iso, formatTime = formatDateTime }: TimestampProps) => (
  <time dateTime={iso} title={formatDateTimeWithZone(iso)}>
    {formatTime(iso)}
  </time>
);
