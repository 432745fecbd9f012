import LocationCity from "@mui/icons-material/LocationCityOutlined";
import Place from "@mui/icons-material/PlaceOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { listOf, schemaOf, type Bag } from "../../../contract/fields.ts";

const schema = schemaOf("metadata");

/** Where a model lies: its cities, and its counties by their full name. */
export function Places({ metadata }: { metadata: Bag }) {
  const cities = listOf(schema, metadata, "city");
  const counties = listOf(schema, metadata, "county").map((county) => `${county} County`);
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Line icon={<LocationCity fontSize="inherit" titleAccess="Cities" />} names={cities} />
      <Line icon={<Place fontSize="inherit" titleAccess="Counties" />} names={counties} />
    </Stack>
  );
}

function Line({ icon, names }: { icon: ReactNode; names: string[] }) {
  if (names.length === 0) return null;
  const text = names.join(", ");
  return (
    <Typography variant="body2" component="div" title={text} sx={{ display: "flex", gap: 1, minWidth: 0 }}>
      <Stack component="span" sx={{ fontSize: 18, pt: "3px", color: "text.secondary" }}>
        {icon}
      </Stack>
      <span
        style={{
          display: "-webkit-box",
          WebkitBoxOrient: "vertical",
          WebkitLineClamp: 2,
          overflow: "hidden",
        }}
      >
        {text}
      </span>
    </Typography>
  );
}
