import { schemaOf, textOf, type Bag } from "../../../contract/schema/fields.ts";
import { coverageName } from "../../../contract/model-folder/modelFolder.ts";
import { folded, segmentsOf } from "../../../contract/model-folder/modelFolderEntry.ts";
import { quoted, warning, type Finding } from "../../../contract/model-folder/modelFolderFinding.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import type { ZipEntry } from "../../processing/zipDirectory.ts";
import { readArea } from "../../spatial-extents/readArea.ts";
import { blobAccess } from "../../processing/randomAccess.ts";
import type { CheckedModel } from "./checkUpload.ts";
import { extractedPath } from "./extractUpload.ts";
import type { UploadJob } from "./uploadJob.ts";

/** What came of opening the coverage geodatabase of a model: its area, or a warning. */
interface Coverage {
  area?: SpatialExtentArea;
  warnings: Finding[];
}

/**
 * Opens the coverage geodatabase of an extracted model. A file of that name that is no geodatabase, one without an area,
 * or one that cannot be opened here is a warning: nothing is refused for it. Neither where the zip holds none.
 */
export async function openCoverage(job: UploadJob, model: CheckedModel, metadata: Bag): Promise<Coverage> {
  const name = coverageName(textOf(schemaOf("metadata"), metadata, "identifier"));
  const entries = model.entries.filter(({ path, isDirectory }) => !isDirectory && isOfCoverage(path, name));
  const [first] = entries;
  if (!first) return { warnings: [] };
  const area = await areaOf(job, model, entries);
  if (area.geometry) return { area, warnings: [] };
  const path = segmentsOf(first.path).slice(0, 2).join("/");
  const text = `${quoted(path)}: ${area.properties.note ?? "It could not be checked."}`;
  return { warnings: [warning(text, path)] };
}

function isOfCoverage(path: string, name: string): boolean {
  const [, inRoot = ""] = segmentsOf(path);
  return [folded(name), folded(`${name}.zip`)].includes(folded(inRoot));
}

/** Areas that were read lately, by what the zip says of their files: most uploads of a model bring the same coverage. */
const read = new Map<string, SpatialExtentArea>();
const MOST_KEPT = 100;

async function areaOf(job: UploadJob, model: CheckedModel, entries: ZipEntry[]): Promise<SpatialExtentArea> {
  const key = JSON.stringify(
    entries.map(({ path, crc32, size }) => [segmentsOf(path).slice(2), crc32, size]),
  );
  const known = read.get(key);
  if (known) return known;
  const area = await readCoverage(job, model, entries);
  if (area.geometry) read.set(key, area);
  const [oldest] = read.keys();
  if (read.size > MOST_KEPT && oldest !== undefined) read.delete(oldest);
  return area;
}

/** A zipped geodatabase is read from where it was extracted to; the files of one in a folder from the model's zip. */
function readCoverage(
  { batch, services, signal }: UploadJob,
  { access }: CheckedModel,
  entries: ZipEntry[],
): Promise<SpatialExtentArea> {
  const zipped = entries.find(({ path }) => segmentsOf(path).length === 2);
  if (zipped)
    return readArea(
      blobAccess(services.storage, { path: extractedPath(batch, zipped.path), size: zipped.size }, signal),
    );
  return readArea(access, { within: `${segmentsOf(entries[0]!.path).slice(0, 2).join("/")}/` });
}
