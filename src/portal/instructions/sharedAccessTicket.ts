import { destinationFolder } from "../../contract/schema/regions.ts";
import { schemaOf, textOf } from "../../contract/schema/fields.ts";
import { zipFileName } from "../../contract/model-folder/modelFolder.ts";
import type { UploadTicket } from "../../contract/uploads/uploadScript.ts";
import { newKey } from "../providers/calls/newKey.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";

/** Where an upload goes and what it may do there. */
export type Leave = Omit<UploadTicket, "recordId" | "title">;

/**
 * Leave to upload one model where the services grant none: a new folder in the container that the installation shares
 * with all its vendors. Nobody is told of the upload, so there is no token and no last step. It ends when the shared
 * access says that it does, if it says so.
 *
 * @param sharedAccessUrl address of the container with its shared-access query
 */
export function sharedAccessTicket(sharedAccessUrl: string, { currentMetadata }: RecordRow): Leave {
  const { origin, pathname, search, searchParams } = new URL(sharedAccessUrl);
  const of = (role: string) => textOf(schemaOf("metadata"), currentMetadata, role);
  const folder = destinationFolder(of("region"), newUuid());
  return {
    prefix: `${origin}${pathname.replace(/\/+$/, "")}/${folder}/`,
    query: search,
    blobName: zipFileName(of("identifier"), of("title")),
    folder,
    uploadToken: "",
    completeAddress: "",
    expires: searchParams.get("se") ?? "",
  };
}

/** Version 4: random digits, but for the two that say so. */
const newUuid = (): string => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
