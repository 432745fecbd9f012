import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useLayoutEffect, useRef, useState, type ComponentType } from "react";
import type { ModelReport } from "../../../contract/generated/entities.ts";
import { compareCoverage, NO_POLYGONS } from "../../../contract/uploads/compareCoverage.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { showInvisibleCharacters } from "../../../contract/showInvisibleCharacters.ts";
import { formatCountyName } from "../recordName.ts";
import type { Footprint } from "./drawArea.ts";
import type { AreaPictureProps } from "./AreaPicture.tsx";
import { Loading } from "../states.tsx";
import { NameList } from "../NameList.tsx";

interface AreaMapProps {
  /** Undefined without a geodatabase, or if the services do not read it. */
  area?: SpatialExtentArea | undefined;
  /** Area of the geodatabase inside the uploaded model. */
  delivered?: ModelReport["coverage"];
  footprint?: Footprint | null | undefined;
  recordCounties: string[];
}

/** Map and description of the area. The drawing code is loaded on first use; no map server is called. */
export function AreaMap({ area, delivered, footprint, recordCounties }: AreaMapProps) {
  const { counties: areaCounties = [], feature_classes: classes = [], note } = area?.properties ?? {};
  const model = footprint ?? undefined;
  const { polygons, deliveredPolygons, differs, unlistedCounties, unreachedCounties } = compareCoverage({
    area,
    delivered,
    footprint,
    recordCounties,
  });
  if (polygons === NO_POLYGONS && !model) return <Typography color="textSecondary">{note}</Typography>;
  const reachPhrases = [
    area?.geometry && describeReach("The area", areaCounties),
    delivered &&
      (differs || !area?.geometry) &&
      describeReach("The geodatabase in the upload", delivered.counties),
    // A bounding box does not tell the counties.
    model && model.areas.length + model.lines.length > 0 && describeReach("The model", model.counties),
  ].filter((phrase) => !!phrase);
  const unlistedPhrase = unlistedCounties.length > 0 && {
    text: describeUnnamed(unlistedCounties.length),
    names: unlistedCounties,
  };
  const label = [
    "Map of the area.",
    ...[...reachPhrases, ...(unlistedPhrase ? [unlistedPhrase] : [])].map(toSentence),
  ];
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <ResponsivePicture
        {...{
          polygons,
          delivered: differs ? deliveredPolygons! : NO_POLYGONS,
          model,
          recordCounties,
          unlistedCounties,
        }}
        label={label.join(" ")}
      />
      <Box component="figcaption" sx={captionStyles}>
        {reachPhrases.map((phrase) => (
          <CountyText key={phrase.text} {...phrase} />
        ))}
        {differs && (
          <Box sx={emphasisStyles}>
            The geodatabase in the upload and the one in the record cover different areas.
          </Box>
        )}
        {unlistedPhrase && (
          <Box sx={emphasisStyles}>
            <CountyText {...unlistedPhrase} />
          </Box>
        )}
        {unreachedCounties.length > 0 && (
          <CountyText text="Listed in the record but outside the area" names={unreachedCounties} />
        )}
        {classes.length > 0 && (
          <div>
            <bdi>{`From ${classes.map(showInvisibleCharacters).join(", ")}, simplified.`}</bdi>
          </div>
        )}
        {note && <div>{note}</div>}
      </Box>
    </Box>
  );
}

interface CountyPhrase {
  text: string;
  names?: string[];
}

function describeReach(subject: string, counties: string[]): CountyPhrase {
  if (counties.length === 0) return { text: `${subject} lies outside Texas` };
  if (counties.length === 1) return { text: `${subject} reaches into ${formatCountyName(counties[0]!)}` };
  return { text: `${subject} reaches into ${counties.length} counties`, names: counties };
}

const MAX_NAMED_COUNTIES = 8;

const describeUnnamed = (count: number) =>
  count > MAX_NAMED_COUNTIES ? `${count} of them are not listed in the record` : "Not listed in the record";

/** For the map's label: gives only the number if there are many counties. */
const toSentence = ({ text, names = [] }: CountyPhrase) =>
  names.length === 0 || names.length > MAX_NAMED_COUNTIES
    ? `${text}.`
    : `${text}: ${new Intl.ListFormat("en-US").format(names)}.`;

const CountyText = ({ text, names = [] }: CountyPhrase) => (
  <div>
    {names.length > MAX_NAMED_COUNTIES ? (
      <>
        {`${text}: `}
        <NameList names={names} pluralNoun="counties" maxShown={MAX_NAMED_COUNTIES} />
      </>
    ) : (
      toSentence({ text, names })
    )}
  </div>
);

const getMapHeight = (width: number) => Math.round(Math.max(240, Math.min(width * 0.66, 420)));

const MIN_WIDTH_PX = 280;

const getFrame = (width: number) => ({ width, height: getMapHeight(width) });

function ResponsivePicture(shown: Omit<AreaPictureProps, "frame">) {
  const container = useRef<HTMLDivElement>(null);
  const [frame, setFrame] = useState(getFrame(MIN_WIDTH_PX));
  useLayoutEffect(() => setFrame(getFrame(Math.max(container.current?.clientWidth ?? 0, MIN_WIDTH_PX))), []);
  // As high as the map, so that content below does not move.
  const fallback = (
    <div style={{ minHeight: frame.height }}>
      <Loading label="Drawing the map" />
    </div>
  );
  return (
    <div ref={container}>
      <Suspense fallback={fallback}>
        <AreaPicture frame={frame} {...shown} />
      </Suspense>
    </div>
  );
}

/** Browsers may not retry a failed import until the page is reloaded. */
const MapLoadError = () => (
  <Typography color="textSecondary">
    The map could not be drawn. <Link href={location.pathname}>Reload the page</Link>
  </Typography>
);

const AreaPicture = lazy<ComponentType<AreaPictureProps>>(() =>
  import("./AreaPicture.tsx").then(
    (code) => ({ default: code.AreaPicture }),
    () => ({ default: MapLoadError }),
  ),
);

const captionStyles = { mt: 1, fontSize: "0.9375rem", color: "text.secondary", display: "grid", gap: 0.25 };

const emphasisStyles = { color: "text.primary", fontWeight: 550 };
