import { deepEquals } from "@rjsf/utils";
import type { Fault } from "../../contract/faults.ts";
import type { Bag } from "../../contract/fields.ts";

/**
 * What the server refused, where it stands now. The server counts the entries of a list as they were submitted: where
 * the list was changed since, a fault of an entry is only known to be the list's.
 *
 * @param submitted the values that the server speaks of; undefined where none were submitted
 * @param values the values as they are now
 */
export const placedRefusals = (refusals: Fault[], submitted: Bag | undefined, values: Bag): Fault[] =>
  refusals.map((fault) => {
    const [field = ""] = fault.path;
    const isAsSubmitted = !submitted || deepEquals(submitted[field], values[field]);
    return isAsSubmitted ? fault : { ...fault, path: fault.path.slice(0, 1) };
  });
