import LocationCity from "@mui/icons-material/LocationCityOutlined";
import Place from "@mui/icons-material/PlaceOutlined";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { listOf, schemaOf, type Bag } from "../../contract/schema/fields.ts";

const schema = schemaOf("metadata");

/** Where a model lies: its cities, and its counties by their full name. */
export function Places({ metadata }: { metadata: Bag }) {
  const cities = listOf(schema, metadata, "city");
  const counties = listOf(schema, metadata, "county").map((county) => `${county} County`);
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

/** The first names, and the rest when asked for. */
function Line({ icon, noun, names }: LineProps) {
  const [isWhole, setWhole] = useState(false);
  if (names.length === 0) return null;
  const short = shortList(names);
  const left = names.length - short.length;
  return (
    <Typography variant="body2" component="div" sx={{ display: "flex", gap: 1, minWidth: 0 }}>
      <Stack component="span" sx={{ fontSize: 18, pt: "3px", color: "text.secondary" }}>
        {icon}
      </Stack>
      <span>
        {(isWhole ? names : short).join(", ")}
        {left > 0 && (
          <>
            {" "}
            <Link
              component="button"
              type="button"
              variant="body2"
              aria-expanded={isWhole}
              aria-label={isWhole ? `Show fewer ${noun}` : `Show all ${names.length} ${noun}`}
              onClick={() => setWhole(!isWhole)}
              sx={moreLook}
            >
              {isWhole ? "Show fewer" : `and ${left} more`}
            </Link>
          </>
        )}
      </span>
    </Typography>
  );
}

/** Above the link that covers the card. */
const moreLook = { position: "relative", zIndex: 1, verticalAlign: "baseline", whiteSpace: "nowrap" };

/** About two lines of a card. */
const ROOM = 84;
const SEPARATOR = ", ";

/** As many of the first names as fit a card, and one at least. All of them where only a few letters would be saved. */
function shortList(names: string[]): string[] {
  let length = 0;
  const fitting = names.findIndex((name) => (length += name.length + SEPARATOR.length) > ROOM);
  if (fitting < 0) return names;
  const rest = names.slice(fitting).join(SEPARATOR);
  return rest.length <= ROOM / 4 ? names : names.slice(0, Math.max(1, fitting));
}
