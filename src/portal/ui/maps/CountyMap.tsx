import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { geoPath } from "d3-geo";
import { useState } from "react";
import { formatCountyName } from "../recordName.ts";
import { formatQuantity } from "../format.ts";
import { counties, createTexasProjection } from "./drawArea.ts";

interface CountyMapProps {
  countByCounty: ReadonlyMap<string, number>;
  selected: string | undefined;
  onSelect: (county: string | undefined) => void;
}

/** The table below the map makes it usable by keyboard and screen reader. */
export function CountyMap({ countByCounty, selected, onSelect }: CountyMapProps) {
  const [hoveredCounty, setHoveredCounty] = useState<string>();
  const describedCounty = hoveredCounty ?? selected;
  const toggle = (county: string) => onSelect(county === selected ? undefined : county);
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        component="svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Map of Texas: records in ${formatQuantity(countByCounty.size, "county", "counties")}`}
        sx={mapStyles}
        onPointerLeave={() => setHoveredCounty(undefined)}
      >
        {outlines.map(({ name, path }) => {
          const count = countByCounty.get(name) ?? 0;
          return (
            <path
              key={name}
              d={path}
              data-step={getStep(count)}
              data-selected={name === selected || undefined}
              onPointerEnter={() => setHoveredCounty(name)}
              onClick={count > 0 ? () => toggle(name) : undefined}
            />
          );
        })}
      </Box>
      <Box component="figcaption" sx={captionStyles}>
        <Typography variant="body2" sx={{ mr: "auto", minHeight: "1.5em" }}>
          {describedCounty === undefined
            ? "Records by county. Choose a county to see only its records."
            : `${formatCountyName(describedCounty)}: ${formatQuantity(countByCounty.get(describedCounty) ?? 0, "record")}`}
        </Typography>
        <Legend />
        {selected !== undefined && (
          <Button size="small" onClick={() => onSelect(undefined)}>
            Show all counties
          </Button>
        )}
      </Box>
      <CountTable countByCounty={countByCounty} selected={selected} onToggle={toggle} />
    </Box>
  );
}

interface CountTableProps extends Pick<CountyMapProps, "countByCounty" | "selected"> {
  onToggle: (county: string) => void;
}

function CountTable({ countByCounty, selected, onToggle }: CountTableProps) {
  const rows = [...countByCounty].toSorted(
    ([nameA, countA], [nameB, countB]) => countB - countA || nameA.localeCompare(nameB),
  );
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <Box component="summary" sx={{ cursor: "pointer", fontSize: "0.875rem", width: "fit-content" }}>
        Show as a table
      </Box>
      <Box component="table" sx={tableStyles}>
        <thead>
          <tr>
            <th scope="col">County</th>
            <th scope="col">Records</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([county, count]) => (
            <tr key={county}>
              <td>
                <Button size="small" aria-pressed={county === selected} onClick={() => onToggle(county)}>
                  {county} County
                </Button>
              </td>
              <td>{count.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const Legend = () => (
  <Box aria-hidden sx={{ display: "flex", alignItems: "center", gap: 0.5, fontSize: "0.8125rem" }}>
    {Object.values(COUNT_RANGES).map((range, step) => (
      <Box key={range} sx={{ display: "flex", alignItems: "center", gap: 0.5, ml: 1 }}>
        <Box sx={{ width: 14, height: 14, borderRadius: 0.5, bgcolor: getStepFill(step + 1) }} />
        {range}
      </Box>
    ))}
  </Box>
);

/** Lowest count of each fill step, with its legend text. */
const COUNT_RANGES = { 1: "1", 2: "2–3", 4: "4–7", 8: "8 or more" };

const getStep = (count: number) => Object.keys(COUNT_RANGES).filter((from) => count >= Number(from)).length;

const getStepFill = (step: number) =>
  `color-mix(in srgb, var(--mui-palette-primary-main) ${10 + step * 22}%, var(--mui-palette-background-paper))`;

const WIDTH = 640;
const HEIGHT = 600;

const outlines = (() => {
  const frame: [[number, number], [number, number]] = [[2, 2], [WIDTH - 2, HEIGHT - 2]]; // prettier-ignore
  const path = geoPath(
    createTexasProjection().fitExtent(frame, { type: "FeatureCollection", features: counties }),
  ).digits(1);
  return counties.map((county) => ({ name: county.properties.name, path: path(county) ?? "" }));
})();

const mapStyles = {
  display: "block",
  width: "100%",
  maxHeight: "70vh",
  "& path": {
    fill: "var(--mui-palette-background-default)",
    stroke: "color-mix(in srgb, var(--mui-palette-text-secondary) 40%, transparent)",
    strokeWidth: 0.75,
    strokeLinejoin: "round",
    transition: "fill 120ms",
  },
  ...Object.fromEntries(
    [1, 2, 3, 4].map((step) => [
      `& path[data-step='${step}']`,
      { fill: getStepFill(step), cursor: "pointer" },
    ]),
  ),
  "& path:hover, & path[data-selected]": {
    stroke: "var(--mui-palette-text-primary)",
    strokeWidth: 2,
  },
};

const captionStyles = { mt: 1, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" };

const tableStyles = {
  mt: 1,
  borderCollapse: "collapse",
  fontSize: "0.875rem",
  "& th": { textAlign: "left", pr: 3, py: 0.5, fontWeight: 650 },
  "& td": { pr: 3, borderTop: 1, borderColor: "divider" },
  // Other buttons are not printed. These are the names of the counties.
  "@media print": { "& td > button": { display: "inline !important", color: "inherit" } },
};
