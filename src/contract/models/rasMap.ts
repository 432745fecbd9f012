import { Unreadable, type FileReference, type TextReader } from "./fileFacts.ts";

/** What the layers that a model needs are called in a .rasmap; everything else is only drawn. */
const KINDS: Record<string, string> = {
  TerrainLayer: "terrain",
  LandCoverLayer: "land cover",
  InfiltrationLayer: "infiltration",
  SoilsLayer: "soils",
  SedimentLayer: "sediment",
  RASGeometry: "geometry data",
  RASResults: "result",
};

/** Made anew from the text geometry, or by running the plan. */
const MADE_AGAIN = ["geometry data", "result"];

const LONGEST_TAG = 4000;

/** The files that a RAS Mapper document (.rasmap) or a raster mosaic (.vrt) is put together from. */
export const readRasMap: TextReader = (text) => {
  if (!/<(RASMapper|VRTDataset)[\s>]/.test(text.slice(0, 2000)))
    throw new Unreadable("it is no RAS Mapper document and no raster mosaic", 1);
  const references = new Map<string, FileReference>();
  for (const tag of tagsOf(text)) {
    const reference = tag.startsWith("SourceFilename>")
      ? { kind: "terrain", target: unescaped(tag.slice("SourceFilename>".length)) }
      : layerOf(tag);
    if (reference?.target) references.set(`${reference.kind} ${reference.target}`, reference);
  }
  return { references: [...references.values()] };
};

/** What stands between < and >, cut at a length no real tag has; a source's name follows its tag. */
function* tagsOf(text: string): Generator<string> {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const end = text.indexOf(">", at);
    if (end < 0) return;
    const tag = text.slice(at + 1, Math.min(end, at + LONGEST_TAG));
    if (!tag.startsWith("SourceFilename")) yield tag;
    else yield `SourceFilename>${text.slice(end + 1, end + LONGEST_TAG).split("<")[0]}`;
  }
}

function layerOf(tag: string): FileReference | undefined {
  const target = attribute(tag, "Filename");
  if (target === undefined) return undefined;
  if (tag.startsWith("RASProjectionFilename")) return { kind: "projection", target };
  const type = attribute(tag, "Type") ?? "";
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind !== undefined && !MADE_AGAIN.includes(kind)) return { kind, target };
  return { kind: kind ?? "map layer", target, isOptional: true };
}

function attribute(tag: string, name: string): string | undefined {
  const start = tag.indexOf(` ${name}="`);
  if (start < 0) return undefined;
  const from = start + name.length + 3;
  const end = tag.indexOf('"', from);
  return end < 0 ? undefined : unescaped(tag.slice(from, end));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
