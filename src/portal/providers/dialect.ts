import type { Bag } from "../../contract/fields.ts";
import type { RestCall } from "./restCall.ts";

export type Row = Bag & { id: string };

/** What each verb of the data provider means for one resource. A verb left out is one the services do not offer. */
export type Dialect = {
  [Verb in RestCall["verb"]]?: (call: Extract<RestCall, { verb: Verb }>) => Promise<Row | Row[]>;
};
