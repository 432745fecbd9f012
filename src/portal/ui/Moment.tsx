import { longDate, zonedDate } from "./format.ts";

interface MomentProps {
  iso: string;
  /** The moment in words. */
  words?: (iso: string) => string;
}

/** A moment in the reader's own time, which is named with its zone under the pointer. */
export const Moment = ({ iso, words = longDate }: MomentProps) => (
  <time dateTime={iso} title={zonedDate(iso)}>
    {words(iso)}
  </time>
);
