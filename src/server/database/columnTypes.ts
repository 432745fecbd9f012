import type { ColumnType, JSONColumnType } from "kysely";
import type { JsonObject } from "../../contract/json.ts";

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type JsonDocument = JSONColumnType<JsonObject, string, string>;
export type NullableJsonDocument = JSONColumnType<JsonObject | null, string | null, string | null>;
