import regionList from "../../../schemas/reference/regions.json";
import type { Collection } from "../generated/entities.ts";

interface Region {
  /** Two digits, 01 to 15. */
  value: string;
  name: string;
  label: string;
}

/** The fifteen flood planning regions of Texas. */
export const regions: Region[] = regionList;

/** The region of a record that names none. */
const DEFAULT_REGION = "01";

/** Collections whose region is known without asking. */
const REGION_BY_COLLECTION: Record<string, string> = { "161": "01", "117": "02" };

const loose = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const looseNames = regions.map(({ value, name }) => ({ value, name: ` ${loose(name)} ` }));

/** The region a text means: its number, its name, or a title holding either. */
function regionNamed(text: string): string | undefined {
  const wanted = loose(text);
  const byName = looseNames.find(({ name }) => ` ${wanted} `.includes(name));
  if (byName) return byName.value;
  const number = /(?:^|region )0?(\d{1,2})(?: |$)/.exec(wanted)?.[1]?.padStart(2, "0");
  return regions.find(({ value }) => value === number)?.value;
}

/** The region of a collection, given by id or by name; undefined when nothing says so. */
export function regionOfCollection(idOrName: string, collections: Collection[]): string | undefined {
  const listed = collections.find(({ id, name }) => id === idOrName || name === idOrName);
  const known = REGION_BY_COLLECTION[listed?.id ?? idOrName];
  if (known) return known;
  if (listed) return regionNamed(listed.name);
  return /^\d{3,}$/.test(idOrName) ? undefined : regionNamed(idOrName);
}

/** The collection id of a region; undefined when the data system lists none for it. */
export const collectionOfRegion = (region: string, collections: Collection[]): string | undefined =>
  collectionsByRegion(collections).get(region);

/** By list: each of thousands of records asks. */
const indexes = new WeakMap<Collection[], Map<string | undefined, string>>();

function collectionsByRegion(collections: Collection[]): Map<string | undefined, string> {
  const made = indexes.get(collections);
  if (made) return made;
  const index = new Map<string | undefined, string>(
    Object.entries(REGION_BY_COLLECTION).map(([id, region]) => [region, id]),
  );
  // Of several the first, which is set last.
  for (const { id } of collections.toReversed()) index.set(regionOfCollection(id, collections), id);
  indexes.set(collections, index);
  return index;
}

/** The folder an upload is sent to: one for each upload, under its flood planning region, 01 where none is named. */
export const destinationFolder = (region: string, uuid: string): string =>
  `twdb-region-${region || DEFAULT_REGION}/${uuid}`;
