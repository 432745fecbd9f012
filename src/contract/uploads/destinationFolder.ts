import { DEFAULT_REGION } from "../schema/regions.ts";

/** The folder an upload is sent to: one for each upload, under its flood planning region, 01 where none is named. */
export const destinationFolder = (region: string, uuid: string): string =>
  `twdb-region-${region || DEFAULT_REGION}/${uuid}`;
