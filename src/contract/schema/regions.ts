import regionList from "../../../schemas/reference/regions.json" with { type: "json" };
import type { Collection } from "../generated/entities.ts";

interface Region {
  value: string;
  name: string;
  label: string;
}

export const regions: Region[] = regionList;

const DEFAULT_REGION = "01";

/** Fixed by the data system. */
const REGION_BY_COLLECTION: Record<string, string> = { "161": "01", "117": "02" };

const normalizeName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const normalizedNames = regions.map(({ value, name }) => ({ value, name: ` ${normalizeName(name)} ` }));

/** Accepts a region number, a region name, or a title with either. */
function findRegionByText(text: string): string | undefined {
  const wanted = normalizeName(text);
  const byName = normalizedNames.find(({ name }) => ` ${wanted} `.includes(name));
  if (byName) return byName.value;
  const number = /(?:^|region )0?(\d{1,2})(?: |$)/.exec(wanted)?.[1]?.padStart(2, "0");
  return regions.find(({ value }) => value === number)?.value;
}

export function findRegionOfCollection(idOrName: string, collections: Collection[]): string | undefined {
  const listed = collections.find(({ id, name }) => id === idOrName || name === idOrName);
  const fixedRegion = REGION_BY_COLLECTION[listed?.id ?? idOrName];
  if (fixedRegion) return fixedRegion;
  if (listed) return findRegionByText(listed.name);
  return /^\d{3,}$/.test(idOrName) ? undefined : findRegionByText(idOrName);
}

export const findCollectionOfRegion = (region: string, collections: Collection[]): string | undefined =>
  indexCollectionsByRegion(collections).get(region);

/** Cached per list: every record of a long list looks up its region. */
const indexesByList = new WeakMap<Collection[], Map<string | undefined, string>>();

function indexCollectionsByRegion(collections: Collection[]): Map<string | undefined, string> {
  const cached = indexesByList.get(collections);
  if (cached) return cached;
  const index = new Map<string | undefined, string>(
    Object.entries(REGION_BY_COLLECTION).map(([id, region]) => [region, id]),
  );
  // Reversed, so that the first of several collections wins.
  for (const { id } of collections.toReversed()) index.set(findRegionOfCollection(id, collections), id);
  indexesByList.set(collections, index);
  return index;
}

export const uploadFolder = (region: string, uploadId: string): string =>
  `twdb-region-${region || DEFAULT_REGION}/${uploadId}`;
