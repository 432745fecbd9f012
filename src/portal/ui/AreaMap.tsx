import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Polygons, SpatialExtentArea } from "../../contract/spatialExtent.ts";
import type * as areaDrawing from "./areaDrawing.ts";
import { AreaPicture } from "./AreaPicture.tsx";
import { Loading } from "./Loading.tsx";
import { visibleText } from "./visibleText.ts";

interface AreaMapProps {
  area: SpatialExtentArea;
  /** The counties that the record names. */
  named: string[];
}

/**
 * The area that a geodatabase covers over the counties of Texas, and the same in words. What draws it is fetched when
 * it is first shown; no other server is asked for anything.
 */
export function AreaMap({ area, named }: AreaMapProps) {
  const { geometry, properties } = area;
  if (!geometry) return <Typography color="textSecondary">{properties.note}</Typography>;
  const { counties, feature_classes: classes, note } = properties;
  const missing = counties.filter((county) => !named.includes(county));
  const needless = named.filter((county) => !counties.includes(county));
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Drawn polygons={geometry.coordinates} label={labelOf(counties, missing)} {...{ named, missing }} />
      <Box component="figcaption" sx={caption}>
        <div>{reachText(counties)}</div>
        {missing.length > 0 && <Box sx={remark}>{missingText(missing)}</Box>}
        {needless.length > 0 && <div>{`Named, but not reached: ${inWords(needless)}.`}</div>}
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

const inWords = (names: string[]) => new Intl.ListFormat("en-US").format(names);

function reachText(counties: string[]): string {
  if (counties.length === 0) return "The area lies outside Texas.";
  if (counties.length === 1) return `Reaches into ${counties[0]} County.`;
  return `Reaches into ${counties.length} counties: ${inWords(counties)}.`;
}

const missingText = (missing: string[]) => `Not among the record's counties: ${inWords(missing)}.`;

const labelOf = (counties: string[], missing: string[]) =>
  ["Map of the area.", reachText(counties), ...(missing.length > 0 ? [missingText(missing)] : [])].join(" ");

interface DrawnProps {
  polygons: Polygons;
  label: string;
  named: string[];
  missing: string[];
}

/** The picture with its legend, as wide as there is room, once what draws it has come. */
function Drawn({ polygons, ...shown }: DrawnProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(LEAST_WIDTH);
  useLayoutEffect(() => setWidth(Math.max(place.current?.clientWidth ?? 0, LEAST_WIDTH)), []);
  const means = useDrawing();
  const drawing = useMemo(() => {
    if (means === "missing") return undefined;
    return means && { ...means.drawArea(polygons, width), words: means.areaWords(polygons) };
  }, [means, polygons, width]);
  return (
    <div ref={place}>
      {drawing ? (
        <>
          <AreaPicture drawing={drawing} {...shown} />
          <Box sx={{ ...caption, mt: 0.5 }}>{drawing.words}</Box>
        </>
      ) : means === "missing" ? (
        <Typography color="textSecondary">The map could not be drawn. Load the page again.</Typography>
      ) : (
        <Loading label="Drawing the map" />
      )}
    </div>
  );
}

/** The least width a map is drawn for, where the page does not say how much room there is. */
const LEAST_WIDTH = 280;

type Means = typeof areaDrawing;

function useDrawing(): Means | "missing" | undefined {
  const [means, setMeans] = useState<Means | "missing">();
  useEffect(() => {
    let isOpen = true;
    const show = (loaded: Means | "missing") => isOpen && setMeans(loaded);
    import("./areaDrawing.ts").then(show, () => show("missing"));
    return () => void (isOpen = false);
  }, []);
  return means;
}

const caption = { mt: 1, fontSize: "0.9375rem", color: "text.secondary", display: "grid", gap: 0.25 };

const remark = { color: "text.primary", fontWeight: 550 };
