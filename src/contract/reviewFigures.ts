import type { Status } from "./status.ts";

/** How many uploads were taken in a week, of records that have a status now. */
export interface Deliveries {
  /** The Monday it begins with, YYYY-MM-DD. */
  week: string;
  status: Status;
  count: number;
}

/** How much has come to the agency since a moment, and how long it took to decide. */
export interface ReviewFigures {
  deliveries: Deliveries[];
  decisions: number;
  /** Days from the upload that was decided on to the decision, half of them took longer; null before the first. */
  medianDays: number | null;
}
