import MapIcon from "@mui/icons-material/MapOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useRef, useState } from "react";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { ExtentMap } from "./ExtentMap.tsx";
import { useSpatialExtent } from "./useSpatialExtent.ts";

/** The least width a map is drawn for, where the page does not say how much room there is. */
const LEAST_WIDTH = 280;

/** Offers the map of the area that a record's geodatabase covers. Nothing of it is fetched before it is asked for. */
export function SpatialExtent({ record }: { record: RecordRow }) {
  const [isShown, setIsShown] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(LEAST_WIDTH);
  const { data, error, refetch, isServed } = useSpatialExtent(record, isShown);
  const mapId = useId();
  const onToggle = () => {
    setWidth(Math.max(place.current?.clientWidth ?? 0, LEAST_WIDTH));
    setIsShown(!isShown);
  };
  if (!isServed)
    return isShown && <Typography color="textSecondary">The map is not available in this portal.</Typography>;
  return (
    <Box ref={place} sx={{ mt: 1 }}>
      <Button
        variant="outlined"
        size="small"
        startIcon={<MapIcon />}
        aria-expanded={isShown}
        aria-controls={mapId}
        onClick={onToggle}
      >
        {isShown ? "Hide the map" : "Show on map"}
      </Button>
      <Box id={mapId} sx={{ mt: isShown ? 1.5 : 0, whiteSpace: "normal" }}>
        {isShown && !data && !error && <Loading label="Loading the map" />}
        {isShown && !data && error && (
          <ErrorState title="The map could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {isShown && data && <ExtentMap {...data} metadata={record.currentMetadata} width={width} />}
      </Box>
    </Box>
  );
}
