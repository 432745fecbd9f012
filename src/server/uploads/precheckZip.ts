import { Readable } from "node:stream";
import { caseFold } from "../../contract/model-folder/folderEntries.ts";
import { uploadsClosedMessage, isUploadableStatus } from "../../contract/status.ts";
import type { Diagnostic } from "../../contract/model-folder/diagnostic.ts";
import { removeExtension } from "../../contract/models/rasProject.ts";
import { recognizeFile } from "../../contract/models/recognizeFile.ts";
import { makeReport } from "../models/makeReport.ts";
import { missedIn, wholeModel } from "../models/uploadReport.ts";
import { zipModel } from "../models/zipModel.ts";
import { checkModelZip } from "../processing/checkModelZip.ts";
import type { RandomAccess } from "../processing/randomAccess.ts";
import type { ZipEntry } from "../processing/zipDirectory.ts";
import { ZipFault } from "../processing/zipFault.ts";
import { HttpError } from "../httpError.ts";
import type { Services } from "../services.ts";
import type { BlobStorage } from "../storage/blobStorage.ts";
import { findRecord } from "../stores/records/recordStore.ts";
import { loadReferences } from "../stores/referenceStore.ts";
import { findUploadByTokenHash } from "../stores/uploads/uploadStore.ts";
import { loadCorrectedVersion, type CorrectedVersion } from "./correction.ts";
import { requireValidToken } from "./completeUpload.ts";
import { hashToken } from "./issueTicket.ts";

/** A stretch of a zip: where it starts, and its bytes. */
export interface Stretch {
  offset: number;
  bytes: Buffer;
}

/** What is found in a zip of which only some stretches are known. */
export interface PrecheckResult {
  /** In the words that would be used once the zip has arrived. */
  faults: string[];
  warnings: string[];
  /** The stretch that has to be known before more can be said; nothing when all is said. */
  needed?: Place;
}

interface Place {
  offset: number;
  length: number;
}

/** The most that one check takes of a zip. */
export const MAX_PRECHECK_BYTES = 16 * 1024 * 1024;
/** A zip whose list of entries is too long to be shown at once is shown in no more stretches than this. */
const MOST_STRETCHES = 8;
/** What is read of a zip at a time: the list of its entries, or its metadata file. */
const WINDOW = 128 * 1024;

/**
 * Says of a zip that is still on the vendor's computer what the portal would say once it has been sent, with the very
 * functions that check it then. It begins with the zip's last bytes; where more of it has to be known, it is said which.
 * Of a zip whose list of entries is too long for this, nothing is said; nor of what its model lacks where the texts of
 * the model are too many. Refused with 401 when the token is unknown or has expired, and with 409 when the record was
 * deleted.
 */
export async function precheckZip(
  services: Pick<Services, "db" | "now" | "storage">,
  token: string,
  zip: { size: number; stretches: Stretch[] },
): Promise<PrecheckResult> {
  const { db, now } = services;
  const batch = requireValidToken(await findUploadByTokenHash(db, hashToken(token)), now());
  const record = await findRecord(db, String(batch.record_id));
  if (!record) throw new HttpError(409, "The record of this upload script was deleted.");
  if (!isUploadableStatus(record.status))
    return { faults: [uploadsClosedMessage(record.status)], warnings: [] };
  const { metadata } = record;
  const [references, corrected] = [await loadReferences(db), await loadCorrectedVersion(db, batch)];
  const checked = { recordId: String(record.id), metadata, references, corrected };
  try {
    const known = new KnownStretches(zip.size, zip.stretches);
    const { entries, findings } = await checkModelZip(known, checked, WINDOW);
    const isSound = findings.every(({ severity }) => severity !== "error");
    const model = isSound
      ? await missedAhead(services.storage, record.id, { known, entries, corrected })
      : [];
    if ("offset" in model) return { faults: [], warnings: [], needed: model };
    const textsOf = (kind: string) =>
      [...findings, ...model].flatMap(({ severity, text }) => (severity === kind ? text : []));
    return { faults: textsOf("error"), warnings: textsOf("warning") };
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error;
    const { needed } = error;
    const bytes = zip.stretches.reduce((sum, stretch) => sum + stretch.bytes.length, needed.length);
    if (bytes > MAX_PRECHECK_BYTES || zip.stretches.length >= MOST_STRETCHES)
      return { faults: [], warnings: [TOO_LONG] };
    return { faults: [], warnings: [], needed };
  }
}

const TOO_LONG =
  "This zip has too many files to check before the upload. The portal checks it after the upload.";

/** A larger text is not read before the upload; those are not what a model is opened with. */
const LARGEST_TEXT = 1024 * 1024;
/** What is asked for of a model's texts, and in how many stretches; each takes a call. */
const [MOST_TEXT_BYTES, MOST_TEXT_STRETCHES] = [4 * 1024 * 1024, 24];
/** Texts that lie no further apart are asked for in one stretch. */
const NEAR = 64 * 1024;
/** Bytes that a program may put between the name of an entry and its content. */
const EXTRA_FIELDS = 512;
/** Each reading takes a process, and the model is read after the upload in any case. */
const MOST_READINGS = 2;
const LONGEST_READING = 20_000;
let readings = 0;

interface ShownZip {
  known: KnownStretches;
  entries: ZipEntry[];
  corrected: CorrectedVersion;
}

/**
 * What will be missed in the model, as far as its small texts and the names of all its files tell; or the stretch of the
 * zip that has to be known first.
 */
async function missedAhead(
  storage: BlobStorage,
  recordId: number,
  { known, entries, corrected }: ShownZip,
): Promise<Diagnostic[] | Place> {
  const texts = new Set(smallTexts(entries));
  const stretches = stretchesOf(texts, known.size);
  const bytes = stretches.reduce((sum, { length }) => sum + length, 0);
  if (stretches.length > MOST_TEXT_STRETCHES || bytes > MOST_TEXT_BYTES) return [];
  const needed = stretches.find(({ offset, length }) => !known.holding(offset, length));
  if (needed) return needed;
  if (readings === MOST_READINGS) return [];
  readings += 1;
  try {
    const model = zipModel(known, entries, (entry) => texts.has(entry));
    const report = await makeReport(wholeModel(storage, recordId, model, corrected), LONGEST_READING);
    return missedIn(
      report,
      corrected,
      model.files.map(({ path }) => path),
    );
  } catch (error) {
    if (error instanceof ZipFault || error instanceof NotKnown) return [];
    throw error;
  } finally {
    readings -= 1;
  }
}

/** The texts a model is read from, but for the projections of shapefiles, which end like a project of HEC-RAS. */
function smallTexts(entries: ZipEntry[]): ZipEntry[] {
  const typeOf = (path: string) => recognizeFile(path.slice(path.lastIndexOf("/") + 1));
  const stem = (path: string) => caseFold(removeExtension(path));
  const stemsOf = (isOne: (path: string) => boolean) =>
    new Set(entries.flatMap(({ path }) => (isOne(path) ? stem(path) : [])));
  const shapes = stemsOf((path) => /\.shp$/i.test(path));
  const plans = stemsOf((path) => typeOf(path)?.kind === "plan");
  const isProjection = (path: string) =>
    /\.prj$/i.test(path) && shapes.has(stem(path)) && !plans.has(stem(path));
  return entries.filter(
    ({ path, isDirectory, compressedSize }) =>
      !isDirectory && compressedSize <= LARGEST_TEXT && typeOf(path)?.readText && !isProjection(path),
  );
}

/** Where entries lie in a zip: as few stretches as are worth a call of their own. */
function stretchesOf(entries: Iterable<ZipEntry>, size: number): Place[] {
  const stretches: Place[] = [];
  for (const { offset, extent } of [...entries].sort((a, b) => a.offset - b.offset)) {
    const end = Math.min(size, offset + extent + EXTRA_FIELDS);
    const last = stretches.at(-1);
    if (last && offset - last.offset - last.length <= NEAR) last.length = end - last.offset;
    else stretches.push({ offset, length: end - offset });
  }
  return stretches;
}

/** A stretch of the zip is asked for that nobody has shown. */
class NotKnown extends Error {
  constructor(readonly needed: Place) {
    super("This stretch of the zip is not known.");
  }
}

/** A file of which only some stretches are known. */
class KnownStretches implements RandomAccess {
  constructor(
    readonly size: number,
    private readonly stretches: Stretch[],
  ) {}

  /** The stretch that was shown and holds these bytes whole. */
  holding(offset: number, length: number): Stretch | undefined {
    return this.stretches.find(
      (stretch) => stretch.offset <= offset && offset + length <= stretch.offset + stretch.bytes.length,
    );
  }

  async read(offset: number, length: number): Promise<Readable> {
    const known = this.holding(offset, length);
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
    const isList = length === WINDOW && offset > 0 && left <= MAX_PRECHECK_BYTES / 2;
    return { offset, length: isList ? left : Math.min(left, Math.max(length, WINDOW / 2)) };
  }
}
