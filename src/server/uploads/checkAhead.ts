import { Readable } from "node:stream";
import { checkModelZip } from "../processing/checkModelZip.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import { Refusal } from "../refusal.ts";
import type { Services } from "../services.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { findBatchByToken } from "../stores/uploads/uploadBatchStore.ts";
import { correctedBy } from "./correction.ts";
import { requireLive } from "./deliveryState.ts";
import { hashOfToken } from "./uploadToken.ts";

/** A stretch of a zip: where it starts, and its bytes. */
export interface Stretch {
  offset: number;
  bytes: Buffer;
}

/** What is found in a zip of which only some stretches are known. */
export interface AheadFindings {
  /** In the words that would be used once the zip has arrived. */
  faults: string[];
  warnings: string[];
  /** The stretch that has to be known before more can be said; nothing when all is said. */
  needed?: { offset: number; length: number };
}

/** The most that one check takes of a zip. */
export const MOST_CHECKED_BYTES = 16 * 1024 * 1024;
/** A zip whose list of entries is too long to be shown at once is shown in no more stretches than this. */
const MOST_STRETCHES = 8;
/** What is read of a zip at a time: the list of its entries, or its metadata file. */
const WINDOW = 128 * 1024;

/**
 * Says of a zip that is still on the vendor's computer what the portal would say once it has been sent, with the very
 * functions that check it then. It begins with the zip's last bytes; where more of it has to be known, it is said which.
 * Of a zip whose list of entries is too long for this, nothing is said. Refused with 401 when the token is unknown or
 * has expired, and with 409 when the record was deleted.
 */
export async function checkAhead(
  { db, now }: Pick<Services, "db" | "now">,
  token: string,
  zip: { size: number; stretches: Stretch[] },
): Promise<AheadFindings> {
  const batch = requireLive(await findBatchByToken(db, hashOfToken(token)), now());
  const record = await findRecord(db, String(batch.record_id));
  if (!record) throw new Refusal(409, "The record of this upload script was deleted.");
  const { metadata } = record;
  const [references, corrected] = [await loadReferences(db), await correctedBy(db, batch)];
  const checked = { recordId: String(record.id), metadata, references, corrected };
  try {
    const { findings } = await checkModelZip(new KnownStretches(zip.size, zip.stretches), checked, WINDOW);
    const textsOf = (kind: string) =>
      findings.flatMap(({ severity, text }) => (severity === kind ? text : []));
    return { faults: textsOf("fault"), warnings: textsOf("warning") };
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error;
    const { needed } = error;
    const bytes = zip.stretches.reduce((sum, stretch) => sum + stretch.bytes.length, needed.length);
    if (bytes > MOST_CHECKED_BYTES || zip.stretches.length >= MOST_STRETCHES)
      return { faults: [], warnings: [TOO_LONG] };
    return { faults: [], warnings: [], needed };
  }
}

const TOO_LONG =
  "The list of the files in this zip is too long to be checked before it is sent; the portal checks it afterwards.";

/** A stretch of the zip is asked for that nobody has shown. */
class NotKnown extends Error {
  constructor(readonly needed: { offset: number; length: number }) {
    super("This stretch of the zip is not known.");
  }
}

/** A file of which only some stretches are known. */
class KnownStretches implements RandomAccess {
  constructor(
    readonly size: number,
    private readonly stretches: Stretch[],
  ) {}

  async read(offset: number, length: number): Promise<Readable> {
    const known = this.stretches.find(
      (stretch) => stretch.offset <= offset && offset + length <= stretch.offset + stretch.bytes.length,
    );
    if (!known) throw new NotKnown(this.neededAt(offset, length));
    const start = offset - known.offset;
    return Readable.from([known.bytes.subarray(start, start + length)]);
  }

  /**
   * The list of entries is read window by window and goes on to the end of the zip: it is asked for once, as a whole,
   * unless it is too long. The metadata file is read after its header, and asked for with it.
   */
  private neededAt(offset: number, length: number) {
    const left = this.size - offset;
    const isList = length === WINDOW && offset > 0 && left <= MOST_CHECKED_BYTES / 2;
    return { offset, length: isList ? left : Math.min(left, Math.max(length, WINDOW / 2)) };
  }
}
