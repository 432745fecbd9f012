import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { listOf, schemaOf, type Bag } from "../../../contract/fields.ts";
import type { SpatialExtentArea } from "../../../contract/spatialExtent.ts";
import { visibleText } from "../../ui/visibleText.ts";
import type { drawExtent, extentFacts } from "./extentDrawing.ts";
import { MapPicture } from "./MapPicture.tsx";
import { boundsText } from "./polygons.ts";

interface ExtentMapProps {
  area: SpatialExtentArea;
  /** What draws the map; fetched together with the area. */
  drawing: { extentFacts: typeof extentFacts; drawExtent: typeof drawExtent };
  metadata: Bag;
  width: number;
}

/** The area a model covers over the counties of Texas, and the same in words. */
export function ExtentMap({ area, drawing, metadata, width }: ExtentMapProps) {
  const polygons = area.geometry?.coordinates;
  const map = useMemo(() => {
    if (!polygons) return undefined;
    const facts = drawing.extentFacts(polygons);
    return { facts, picture: drawing.drawExtent(polygons, facts, width) };
  }, [polygons, drawing, width]);
  if (!map) return <Typography color="textSecondary">{area.properties.note}</Typography>;
  const { bounds, counties } = map.facts;
  const named = listOf(schemaOf("metadata"), metadata, "county");
  const missing = counties.filter((county) => !named.includes(county));
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <MapPicture drawing={map.picture} label={`Map of the area. ${reachText(counties)}`} />
      <Box component="figcaption" sx={caption}>
        <div>{reachText(counties)}</div>
        {missing.length > 0 && (
          <Box sx={remark}>{`Not among the record's counties: ${inWords(missing)}.`}</Box>
        )}
        <div>{boundsText(bounds)}</div>
        {area.properties.feature_classes.length > 0 && (
          <div>
            <bdi>{`From ${area.properties.feature_classes.map(visibleText).join(", ")}, simplified.`}</bdi>
          </div>
        )}
        {area.properties.note && <div>{area.properties.note}</div>}
      </Box>
    </Box>
  );
}

function reachText(counties: string[]): string {
  if (counties.length === 0) return "The area lies outside Texas.";
  if (counties.length === 1) return `Reaches into ${counties[0]} County.`;
  return `Reaches into ${counties.length} counties: ${inWords(counties)}.`;
}

const inWords = (names: string[]) => new Intl.ListFormat("en-US").format(names);

const remark = { color: "text.primary", fontWeight: 550 };

const caption = { mt: 1, fontSize: "0.9375rem", color: "text.secondary", display: "grid", gap: 0.25 };
