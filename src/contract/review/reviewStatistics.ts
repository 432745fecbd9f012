import type { Status } from "../status.ts";

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

export const FIGURE_GROUPS = ["week", "region", "vendor", "reviewer"] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** A superseded version was followed by another one before a decision. It is not counted. */
export interface GroupedFigures {
  group: FigureGroup | "all";
  /** Monday of the week, id of the region or user name. Empty without a region or reviewer. */
  name: string;
  received: number;
  decided: number;
  returned: number;
  /** From upload to decision; null without a decision. */
  medianDays: number | null;
  /** 90 % of the decisions took at most as many days. */
  p90Days: number | null;
}

/** A reason for rejections. Reasons about a field are counted together, whatever their text. */
export interface CommonFinding {
  /** Name in the schema; null if the finding is not about a field. */
  field: string | null;
  text: string;
  /** The number of rejections with it. */
  count: number;
}

export interface PeriodFigures {
  /** First day, YYYY-MM-DD. */
  since: string;
  figures: GroupedFigures[];
  /** The commonest first. */
  findings: CommonFinding[];
}

/** In weeks, with the current one. */
export const FIGURE_PERIODS = [12, 26, 52, 104];
