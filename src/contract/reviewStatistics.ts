import type { Status } from "./status.ts";

/** A pending record that waits for this long needs attention. */
export const OVERDUE_AFTER_DAYS = 14;

export interface WeeklyUploads {
  /** Monday of the week, YYYY-MM-DD. */
  week: string;
  status: Status;
  count: number;
}

export interface ReviewStatistics {
  deliveries: WeeklyUploads[];
  /** The number of pending records that list each county. Other servers may not count them. */
  counties?: { county: string; count: number }[];
  decisions: number;
  /** Median days from upload to decision; null before the first decision. */
  medianDays: number | null;
}
