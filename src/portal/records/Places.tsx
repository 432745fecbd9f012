import LocationCity from "@mui/icons-material/LocationCityOutlined";
import Place from "@mui/icons-material/PlaceOutlined";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Bag } from "../../contract/schema/fields.ts";
import { countyName, entriesWith } from "../recordName.ts";
import { NameList } from "../ui/NameList.tsx";

/** Where a model lies: its cities, and its counties by their full name. */
export function Places({ metadata }: { metadata: Bag }) {
  const cities = entriesWith(metadata, "city");
  const counties = entriesWith(metadata, "county").map(countyName);
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Line icon={<LocationCity fontSize="inherit" titleAccess="Cities" />} noun="cities" names={cities} />
      <Line icon={<Place fontSize="inherit" titleAccess="Counties" />} noun="counties" names={counties} />
    </Stack>
  );
}

interface LineProps {
  icon: ReactNode;
  /** What the names are names of. */
  noun: string;
  names: string[];
}

const Line = ({ icon, noun, names }: LineProps) =>
  names.length > 0 && (
    <Typography variant="body2" component="div" sx={{ display: "flex", gap: 1, minWidth: 0 }}>
      <Stack component="span" sx={{ fontSize: 18, pt: "3px", color: "text.secondary" }}>
        {icon}
      </Stack>
      <span>
        <NameList names={names} noun={noun} most={fittingCount(names)} />
      </span>
    </Typography>
  );

/** About two lines of a card. */
const ROOM = 84;
const SEPARATOR = ", ";

/** How many of the first names fit a card, and one at least. All of them where only a few letters would be saved. */
function fittingCount(names: string[]): number {
  let length = 0;
  const fitting = names.findIndex((name) => (length += name.length + SEPARATOR.length) > ROOM);
  const rest = names.slice(fitting).join(SEPARATOR);
  return fitting < 0 || rest.length <= ROOM / 4 ? names.length : Math.max(1, fitting);
}
