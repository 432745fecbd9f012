import { UnreadableFileError, type FileReference, type TextReader } from "./fileFacts.ts";

/** Layer types of a .rasmap that the model needs; other layers are only displayed. */
const LAYER_KINDS: Record<string, string> = {
  TerrainLayer: "terrain",
  LandCoverLayer: "land cover",
  InfiltrationLayer: "infiltration",
  SoilsLayer: "soils",
  SedimentLayer: "sediment",
  RASGeometry: "geometry data",
  RASResults: "result",
};

/** HEC-RAS can regenerate these. */
const REGENERATED_KINDS = ["geometry data", "result"];

const MAX_TAG_CHARACTERS = 4000;

/** RAS Mapper document (.rasmap) or raster mosaic (.vrt). */
export const readRasMap: TextReader = (text) => {
  if (!/<(RASMapper|VRTDataset)[\s>]/.test(text.slice(0, 2000)))
    throw new UnreadableFileError("not a RAS Mapper document or raster mosaic", { line: 1 });
  const references = new Map<string, FileReference>();
  for (const tag of readTags(text)) {
    const reference = tag.startsWith("SourceFilename>")
      ? { kind: "terrain", target: unescapeXml(tag.slice("SourceFilename>".length)) }
      : parseLayer(tag);
    if (reference?.target) references.set(`${reference.kind} ${reference.target}`, reference);
  }
  return { references: [...references.values()] };
};

/** Tag contents, limited in length. A SourceFilename tag includes the text after it. Reads each character once. */
function* readTags(text: string): Generator<string> {
  let next = text.indexOf("<");
  while (next >= 0) {
    const start = next + 1;
    next = text.indexOf("<", start);
    const part = text.slice(start, next < 0 ? text.length : next);
    const end = part.indexOf(">");
    if (end < 0) continue;
    if (!part.startsWith("SourceFilename")) yield part.slice(0, Math.min(end, MAX_TAG_CHARACTERS));
    else yield `SourceFilename>${part.slice(end + 1, end + MAX_TAG_CHARACTERS)}`;
  }
}

function parseLayer(tag: string): FileReference | undefined {
  const target = parseAttribute(tag, "Filename");
  if (target === undefined) return undefined;
  if (tag.startsWith("RASProjectionFilename")) return { kind: "projection", target };
  const type = parseAttribute(tag, "Type") ?? "";
  const kind = Object.hasOwn(LAYER_KINDS, type) ? LAYER_KINDS[type] : undefined;
  if (kind !== undefined && !REGENERATED_KINDS.includes(kind)) return { kind, target };
  return { kind: kind ?? "map layer", target, isOptional: true };
}

function parseAttribute(tag: string, name: string): string | undefined {
  const start = tag.indexOf(` ${name}="`);
  if (start < 0) return undefined;
  const from = start + name.length + 3;
  const end = tag.indexOf('"', from);
  return end < 0 ? undefined : unescapeXml(tag.slice(from, end));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescapeXml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");
