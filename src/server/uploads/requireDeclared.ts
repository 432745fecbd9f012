import type { Declaration } from "../stores/uploads/uploadBatchStore.ts";
import { UploadFault } from "./queue/uploadFault.ts";

/**
 * Throws an `UploadFault` when the zip that arrived is not the one that the script says it sent. An upload of which
 * the script has said nothing, as when Done found it, is taken as it arrived.
 */
export function requireDeclared(
  { declared_size, declared_sha256 }: Declaration,
  { size, sha256 }: { size: number; sha256: string },
): void {
  if (declared_size !== null && size !== declared_size)
    throw new UploadFault(
      `The zip that arrived has ${size} bytes, but the script sent ${declared_size}. ` +
        "Run the upload script again to send it again.",
    );
  if (declared_sha256 !== null && sha256 !== declared_sha256) throw new UploadFault(DAMAGED);
}

const DAMAGED =
  "The zip that arrived is not the zip that the script sent: its checksum differs, so it was damaged or replaced on " +
  "the way. Run the upload script again to send it again.";
