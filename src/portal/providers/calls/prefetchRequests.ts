import { endpoints } from "../../../contract/wire/endpoints.ts";
import { BASE_PATH, routes } from "../../routes.ts";
import type { PrefetchRequest } from "./vendorCall.ts";

const VIEW_PATH_PREFIX = BASE_PATH + routes.view.replace(":recordId", "");

/** The first calls of the record page. They are sent while its code loads, because its file list can be long. */
export function listPrefetchRequests(pathname: string): PrefetchRequest[] {
  const recordId = pathname.startsWith(VIEW_PATH_PREFIX) ? pathname.slice(VIEW_PATH_PREFIX.length) : "";
  if (!/^\w+$/.test(recordId)) return [];
  const recordParams = { params: { recordId } };
  return [
    [endpoints.listFiles, recordParams],
    [endpoints.getRecord, recordParams],
    [endpoints.listCollections],
    [endpoints.listAgencies],
    [endpoints.listSoftware],
    [endpoints.listContactRoles],
    [endpoints.listArchive, recordParams],
    [endpoints.conflictSummary, recordParams],
    [endpoints.listNotifications, recordParams],
    [endpoints.listMessages, { ...recordParams, query: { first_shown: "1", last_shown: "0" } }],
    [endpoints.listHistory, recordParams],
    [endpoints.uploadProgress, recordParams],
    [endpoints.downloadLink, recordParams],
  ];
}
