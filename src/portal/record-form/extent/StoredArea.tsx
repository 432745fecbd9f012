import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useContext, useRef, useState, type MouseEvent } from "react";
import { getFieldNameByRole } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { regions } from "../../../contract/schema/regions.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { AreaMap } from "../../ui/maps/AreaMap.tsx";
import { Loading } from "../../ui/states.tsx";
import { RelatedValuesContext, useFormState } from "../../form/formContext.ts";
import { ExtentServicesContext, FootprintContext } from "./extentServices.ts";
import { useUploadedArea } from "./useUploadedArea.ts";

interface StoredAreaProps {
  storedName: string;
  /** True if the file was uploaded in this form: its area shows at once. */
  isUploadedHere: boolean;
}

/** The area of the uploaded geodatabase. Its buttons disappear when pressed, so the group takes the focus. */
export function StoredArea(props: StoredAreaProps) {
  const { readExtent } = useContext(ExtentServicesContext);
  const box = useRef<HTMLDivElement>(null);
  if (!readExtent) return null;
  return (
    <Box
      ref={box}
      role="group"
      aria-label="Area of the geodatabase"
      tabIndex={-1}
      onClick={({ target }: MouseEvent) => target instanceof HTMLButtonElement && box.current?.focus()}
      sx={{ width: "100%", outlineOffset: 4, "&:has(> button)": { width: "auto" } }}
    >
      <AreaLoader {...props} />
    </Box>
  );
}

function AreaLoader({ storedName, isUploadedHere }: StoredAreaProps) {
  const { readExtent } = useContext(ExtentServicesContext);
  const [isRequested, setRequested] = useState(isUploadedHere);
  const { data, error, isFetching, refetch } = useUploadedArea(
    isRequested ? storedName : undefined,
    readExtent,
  );
  if (!isRequested)
    return (
      <Button size="small" onClick={() => setRequested(true)}>
        Show on map
      </Button>
    );
  if (isFetching) return <Loading label="Reading the area of the geodatabase" />;
  if (error)
    return (
      <Alert severity="info" action={<Button onClick={() => void refetch()}>Retry</Button>}>
        The area of the geodatabase could not be loaded: {error.message || messages.generic}
      </Alert>
    );
  if (!data) return null;
  if (!data.geometry)
    return (
      <Alert severity="info">
        The geodatabase was accepted without a check of its area. {data.properties.note}
      </Alert>
    );
  return <AreaWithSuggestions area={data} />;
}

const NO_COUNTIES: string[] = [];

/** The area on a map. Offers to add the counties and the region that it touches. */
function AreaWithSuggestions({ area }: { area: SpatialExtentArea }) {
  const { schema, setField } = useFormState();
  const relatedValues = useContext(RelatedValuesContext);
  const footprint = useContext(FootprintContext);
  const [countyField, regionField] = [
    getFieldNameByRole(schema, "county"),
    getFieldNameByRole(schema, "region"),
  ];
  const counties = (relatedValues[countyField] as string[] | undefined) ?? NO_COUNTIES;
  const missingCounties = area.properties.counties.filter((county) => !counties.includes(county));
  const [firstRegion, ...otherRegions] = area.properties.regions;
  const canSuggestRegion = otherRegions.length === 0 && !relatedValues[regionField];
  const suggestedRegion = canSuggestRegion ? regions.find(({ value }) => value === firstRegion) : undefined;
  return (
    <Stack spacing={1} sx={{ width: "100%", alignItems: "flex-start" }}>
      <Box sx={{ width: "100%", maxWidth: 360 }}>
        <AreaMap area={area} footprint={footprint} recordCounties={counties} />
      </Box>
      {missingCounties.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => setField(countyField, [...counties, ...missingCounties])}
        >
          {`Add ${formatCounties(missingCounties)} to the counties`}
        </Button>
      )}
      {suggestedRegion && (
        <Button size="small" variant="outlined" onClick={() => setField(regionField, suggestedRegion.value)}>
          {`Choose the region ${suggestedRegion.label}`}
        </Button>
      )}
    </Stack>
  );
}

const MAX_NAMED_COUNTIES = 5;

const formatCounties = (counties: string[]) =>
  counties.length > MAX_NAMED_COUNTIES
    ? `these ${counties.length}`
    : new Intl.ListFormat("en-US").format(counties);
