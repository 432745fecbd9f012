import type { ColumnType, JSONColumnType } from "kysely";
import type { Bag } from "../../contract/schema/fields.ts";

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Document = JSONColumnType<Bag, string, string>;
