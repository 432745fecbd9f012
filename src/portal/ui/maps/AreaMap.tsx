import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useLayoutEffect, useRef, useState, type ComponentType } from "react";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import { boundsOf, type Polygons, type SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { countyName } from "../../recordName.ts";
import type { Footprint } from "./areaDrawing.ts";
import type { AreaPictureProps } from "./AreaPicture.tsx";
import { Loading } from "../states.tsx";
import { NameList } from "../NameList.tsx";
import { visibleText } from "../format.ts";

interface AreaMapProps {
  /** None where there is no geodatabase, or nobody reads it. */
  area?: SpatialExtentArea | undefined;
  /** What the geodatabase covers that was delivered with the model. */
  delivered?: ModelReport["coverage"];
  /** Where the model lies, as its files say. */
  footprint?: Footprint | null | undefined;
  /** The counties that the record names. */
  named: string[];
}

const NO_POLYGONS: Polygons = [];

/**
 * The area that a geodatabase covers, and the model, over the counties of Texas, and the same in words. What draws it is
 * fetched when it is first shown; no other server is asked for anything.
 */
export function AreaMap({ area, delivered, footprint, named }: AreaMapProps) {
  const { counties: covered = [], feature_classes: classes = [], note } = area?.properties ?? {};
  const sent = delivered?.polygons as Polygons | undefined;
  const polygons = area?.geometry?.coordinates ?? sent ?? NO_POLYGONS;
  const differs = sent !== undefined && !isSameGround(polygons, sent);
  const model = footprint ?? undefined;
  if (polygons === NO_POLYGONS && !model) return <Typography color="textSecondary">{note}</Typography>;
  const reached = [...new Set([...covered, ...(delivered?.counties ?? []), ...(model?.counties ?? [])])];
  const missing = reached.filter((county) => !named.includes(county));
  const needless = named.filter((county) => !reached.includes(county));
  const reaches = [
    area?.geometry && reachWords("The area", covered),
    delivered && (differs || !area?.geometry) && reachWords("The delivered geodatabase", delivered.counties),
    // A box says nothing of counties.
    model && model.areas.length + model.lines.length > 0 && reachWords("The model", model.counties),
  ].filter((words) => !!words);
  const unnamed = missing.length > 0 && { begin: unnamedWords(missing.length), names: missing };
  const label = ["Map of the area.", ...[...reaches, ...(unnamed ? [unnamed] : [])].map(inWords)];
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Fitted
        {...{ polygons, delivered: differs ? sent : NO_POLYGONS, model, named, missing }}
        label={label.join(" ")}
      />
      <Box component="figcaption" sx={caption}>
        {reaches.map((reached) => (
          <Counties key={reached.begin} {...reached} />
        ))}
        {differs && <Box sx={remark}>The delivered geodatabase covers another area than the record's.</Box>}
        {unnamed && (
          <Box sx={remark}>
            <Counties {...unnamed} />
          </Box>
        )}
        {reached.length > 0 && needless.length > 0 && (
          <Counties begin="Named, but not reached" names={needless} />
        )}
        {classes.length > 0 && (
          <div>
            <bdi>{`From ${classes.map(visibleText).join(", ")}, simplified.`}</bdi>
          </div>
        )}
        {note && <div>{note}</div>}
      </Box>
    </Box>
  );
}

/** Within a hundredth of their size: the same geodatabase is simplified the same way, but may be written anew. */
function isSameGround(one: Polygons, other: Polygons): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  const size = Math.max(a.east - a.west, a.north - a.south);
  return (["west", "south", "east", "north"] as const).every(
    (side) => Math.abs(a[side] - b[side]) <= size / 100,
  );
}

/** Words about counties, with their names where there are any to tell. */
interface CountyWords {
  begin: string;
  names?: string[];
}

function reachWords(what: string, counties: string[]): CountyWords {
  if (counties.length === 0) return { begin: `${what} lies outside Texas` };
  if (counties.length === 1) return { begin: `${what} reaches into ${countyName(counties[0]!)}` };
  return { begin: `${what} reaches into ${counties.length} counties`, names: counties };
}

const MOST_NAMED = 8;

const unnamedWords = (count: number) =>
  count > MOST_NAMED
    ? `${count} of them are not among the record's counties`
    : "Not among the record's counties";

/** As a sentence, which is heard whole where it names the picture: many counties are counted. */
const inWords = ({ begin, names = [] }: CountyWords) =>
  names.length === 0 || names.length > MOST_NAMED
    ? `${begin}.`
    : `${begin}: ${new Intl.ListFormat("en-US").format(names)}.`;

/** Of many counties the first, and the rest when asked for. */
const Counties = ({ begin, names = [] }: CountyWords) => (
  <div>
    {names.length > MOST_NAMED ? (
      <>
        {`${begin}: `}
        <NameList names={names} noun="counties" most={MOST_NAMED} />
      </>
    ) : (
      inWords({ begin, names })
    )}
  </div>
);

/** How high a map is drawn, in pixels, by its width. */
const mapHeight = (width: number) => Math.round(Math.max(240, Math.min(width * 0.66, 420)));

/** The least width a map is drawn for, where the page does not say how much room there is. */
const LEAST_WIDTH = 280;

const frameOf = (width: number) => ({ width, height: mapHeight(width) });

/** The picture, as wide as there is room, once what draws it has come. */
function Fitted(shown: Omit<AreaPictureProps, "frame">) {
  const place = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState(frameOf(LEAST_WIDTH));
  useLayoutEffect(() => setFrame(frameOf(Math.max(place.current?.clientWidth ?? 0, LEAST_WIDTH))), []);
  // As high as the map while it is on its way: what stands below stays where it is.
  const awaited = (
    <div style={{ minHeight: frame.height }}>
      <Loading label="Drawing the map" />
    </div>
  );
  return (
    <div ref={place}>
      <Suspense fallback={awaited}>
        <AreaPicture frame={frame} {...shown} />
      </Suspense>
    </div>
  );
}

/** A browser may give up code that it could not fetch for as long as the page stays. */
const NotDrawn = () => (
  <Typography color="textSecondary">
    The map could not be drawn. <Link href={location.pathname}>Load the page again</Link>
  </Typography>
);

const AreaPicture = lazy<ComponentType<AreaPictureProps>>(() =>
  import("./AreaPicture.tsx").then(
    (code) => ({ default: code.AreaPicture }),
    () => ({ default: NotDrawn }),
  ),
);

const caption = { mt: 1, fontSize: "0.9375rem", color: "text.secondary", display: "grid", gap: 0.25 };

const remark = { color: "text.primary", fontWeight: 550 };
