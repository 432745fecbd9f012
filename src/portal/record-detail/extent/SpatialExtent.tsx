import MapIcon from "@mui/icons-material/MapOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { listOf, schemaOf } from "../../../contract/fields.ts";
import type { RecordRow } from "../../providers/recordsDialect.ts";
import { AreaMap } from "../../ui/AreaMap.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { useSpatialExtent } from "./useSpatialExtent.ts";

/** Offers the map of the area that a record's geodatabase covers. Nothing of it is fetched before it is asked for. */
export function SpatialExtent({ record }: { record: RecordRow }) {
  const [isShown, setIsShown] = useState(false);
  const { data: area, error, refetch, isServed } = useSpatialExtent(record, isShown);
  const mapId = useId();
  if (!isServed)
    return isShown && <Typography color="textSecondary">The map is not available in this portal.</Typography>;
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        variant="outlined"
        size="small"
        startIcon={<MapIcon />}
        aria-expanded={isShown}
        aria-controls={mapId}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide the map" : "Show on map"}
      </Button>
      <Box id={mapId} sx={{ mt: isShown ? 1.5 : 0, whiteSpace: "normal" }}>
        {isShown && !area && !error && <Loading label="Loading the map" />}
        {isShown && !area && error && (
          <ErrorState title="The map could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {isShown && area && (
          <AreaMap area={area} named={listOf(schemaOf("metadata"), record.currentMetadata, "county")} />
        )}
      </Box>
    </Box>
  );
}
