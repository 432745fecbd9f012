import { format, isValid, parseISO } from "date-fns";

/** The day of an acceptance or rejection, as in "Mar 2nd, 2026". What is no date stays as it is. */
export function decisionDate(iso: string): string {
  const moment = parseISO(iso);
  return isValid(moment) ? format(moment, "MMM do, yyyy") : iso;
}
