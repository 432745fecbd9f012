import { endpoints } from "../../../contract/wire/endpoints.ts";
import { BASE_PATH, routes } from "../../routes.ts";
import type { EarlyCall } from "./vendorCall.ts";

const VIEW = BASE_PATH + routes.view.replace(":recordId", "");

/**
 * The calls that the page of an address begins with, so that they can be made while its code is on its way: those of a
 * record's page, whose files may be very many.
 */
export function firstCalls(pathname: string): EarlyCall[] {
  const recordId = pathname.startsWith(VIEW) ? pathname.slice(VIEW.length) : "";
  if (!/^\w+$/.test(recordId)) return [];
  const ofRecord = { params: { recordId } };
  return [
    [endpoints.listFiles, ofRecord],
    [endpoints.getRecord, ofRecord],
    [endpoints.listCollections],
    [endpoints.listAgencies],
    [endpoints.listSoftware],
    [endpoints.listContactRoles],
    [endpoints.listArchive, ofRecord],
    [endpoints.conflictSummary, ofRecord],
    [endpoints.listNotifications, ofRecord],
    [endpoints.listMessages, { ...ofRecord, query: { first_shown: "1", last_shown: "0" } }],
    [endpoints.listHistory, ofRecord],
    [endpoints.uploadProgress, ofRecord],
    [endpoints.downloadLink, ofRecord],
  ];
}
