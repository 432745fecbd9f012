import { format, isValid, parseISO } from "date-fns";

/** A moment in full and in the reader's own time zone, as in "March 2nd 2026, 3:04 pm". What is no date stays as it is. */
export function longDate(iso: string): string {
  const moment = parseISO(iso);
  return isValid(moment) ? format(moment, "MMMM do yyyy, h:mm aaa") : iso;
}

/** The same to the second: two uploads may come within one minute. */
export function exactDate(iso: string): string {
  const moment = parseISO(iso);
  return isValid(moment) ? format(moment, "MMMM do yyyy, h:mm:ss aaa") : iso;
}
