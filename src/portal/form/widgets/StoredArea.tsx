import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useContext, useRef, useState, type MouseEvent } from "react";
import { fieldWithRole } from "../../../contract/schema/fields.ts";
import { messages } from "../../../contract/messages.ts";
import { regions } from "../../../contract/schema/regions.ts";
import type { SpatialExtentArea } from "../../../contract/uploads/spatialExtent.ts";
import { AreaMap } from "../../ui/maps/AreaMap.tsx";
import { Loading } from "../../ui/states.tsx";
import { FootprintContext, RelatedValuesContext, useFormActions, useSurroundings } from "../formContext.ts";

interface StoredAreaProps {
  storedName: string;
  /** True for a file that was sent in this form: its area is shown unasked. */
  isFresh: boolean;
}

/**
 * The area of the form's geodatabase, as far as the services read it. Its buttons go when they are pressed: the focus
 * stays around them.
 */
export function StoredArea(props: StoredAreaProps) {
  const { readExtent } = useSurroundings();
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
      <ReadArea {...props} />
    </Box>
  );
}

function ReadArea({ storedName, isFresh }: StoredAreaProps) {
  const { readExtent } = useSurroundings();
  const [isAsked, setAsked] = useState(isFresh);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["uploaded-extent", storedName],
    queryFn: async () => (await readExtent?.(storedName)) ?? null,
    enabled: isAsked && readExtent !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  if (!isAsked)
    return (
      <Button size="small" onClick={() => setAsked(true)}>
        Show on map
      </Button>
    );
  if (isFetching) return <Loading label="Reading the area of the geodatabase" />;
  if (error)
    return (
      <Alert severity="info" action={<Button onClick={() => void refetch()}>Retry</Button>}>
        The area was not read: {error.message || messages.generic}
      </Alert>
    );
  if (!data) return null;
  if (!data.geometry)
    return <Alert severity="info">The file was taken unchecked. {data.properties.note}</Alert>;
  return <ShownArea area={data} />;
}

const NONE: string[] = [];

/** The area on a map, with the counties and the region it touches: taken into the record with one press. */
function ShownArea({ area }: { area: SpatialExtentArea }) {
  const { schema, setField } = useFormActions();
  const related = useContext(RelatedValuesContext);
  const footprint = useContext(FootprintContext);
  const [county, region] = [fieldWithRole(schema, "county"), fieldWithRole(schema, "region")];
  const named = (related[county] as string[] | undefined) ?? NONE;
  const missing = area.properties.counties.filter((one) => !named.includes(one));
  const [touched, ...others] = area.properties.regions;
  const isOffered = others.length === 0 && !related[region];
  const offered = isOffered ? regions.find(({ value }) => value === touched) : undefined;
  return (
    <Stack spacing={1} sx={{ width: "100%", alignItems: "flex-start" }}>
      <Box sx={{ width: "100%", maxWidth: 360 }}>
        <AreaMap area={area} footprint={footprint} named={named} />
      </Box>
      {missing.length > 0 && (
        <Button size="small" variant="outlined" onClick={() => setField(county, [...named, ...missing])}>
          {`Add ${inWords(missing)} to the counties`}
        </Button>
      )}
      {offered && (
        <Button size="small" variant="outlined" onClick={() => setField(region, offered.value)}>
          {`Choose the region ${offered.label}`}
        </Button>
      )}
    </Stack>
  );
}

/** The map names them all beside it. */
const MOST_NAMED = 5;

const inWords = (counties: string[]) =>
  counties.length > MOST_NAMED ? `these ${counties.length}` : new Intl.ListFormat("en-US").format(counties);
