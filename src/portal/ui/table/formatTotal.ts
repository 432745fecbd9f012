import { MAX_COUNTED_RECORDS } from "../../../contract/review/recordSearch.ts";
import { formatQuantity } from "../format.ts";

/** The server counts no more than a maximum; then react-admin has no total. */
export const formatTotal = (total = Infinity): string =>
  total > MAX_COUNTED_RECORDS
    ? `more than ${formatQuantity(MAX_COUNTED_RECORDS, "record")}`
    : formatQuantity(total, "record");
