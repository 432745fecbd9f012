import Box from "@mui/material/Box";
import type { ExtentDrawing } from "./extentDrawing.ts";

const EDGE = 8;

/** The map itself, in the colours of the theme. */
export function MapPicture({ drawing, label }: { drawing: ExtentDrawing; label: string }) {
  const { width, height, counties, area, locator } = drawing;
  return (
    <Box component="svg" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} sx={picture}>
      <g className="counties">
        {counties.map(({ name, path, isTouched }) => (
          <path key={name} d={path} className={isTouched ? "touched" : undefined} />
        ))}
      </g>
      <path className="area" d={area} />
      <g className="names" aria-hidden="true">
        {counties.map(
          ({ name, label: at, isTouched }) =>
            at && (
              <text key={name} x={at[0]} y={at[1]} className={isTouched ? "touched" : undefined}>
                {name}
              </text>
            ),
        )}
      </g>
      <svg
        className="locator"
        x={width - locator.width - 2 * EDGE}
        y={height - locator.height - 2 * EDGE}
        width={locator.width + 2 * EDGE}
        height={locator.height + 2 * EDGE}
      >
        <rect className="plate" width="100%" height="100%" rx="6" />
        <g transform={`translate(${EDGE} ${EDGE})`}>
          <path d={locator.state} />
          <rect className="view" {...locator.view} />
        </g>
      </svg>
    </Box>
  );
}

const color = (name: string) => `var(--mui-palette-${name})`;
const tint = (name: string, share: number, ground: string) =>
  `color-mix(in srgb, ${color(name)} ${share}%, ${color(ground)})`;

const picture = {
  display: "block",
  width: "100%",
  height: "auto",
  borderRadius: 1,
  border: 1,
  borderColor: "divider",
  bgcolor: "background.default",
  "& .counties path": {
    fill: color("background-default"),
    stroke: tint("text-secondary", 45, "background-default"),
    strokeWidth: 0.75,
    strokeLinejoin: "round",
  },
  "& .counties path.touched": { fill: tint("primary-main", 7, "background-paper") },
  "& .area": {
    fill: color("primary-main"),
    fillOpacity: 0.32,
    stroke: color("primary-main"),
    strokeWidth: 2,
    strokeLinejoin: "round",
  },
  "& .names text": {
    fill: color("text-secondary"),
    fontSize: 12,
    textAnchor: "middle",
    dominantBaseline: "middle",
    paintOrder: "stroke",
    stroke: color("background-default"),
    strokeWidth: 3,
    strokeLinejoin: "round",
  },
  "& .names text.touched": { fill: color("text-primary"), fontWeight: 600 },
  "& .locator path": { fill: tint("text-secondary", 25, "background-paper"), stroke: "none" },
  "& .locator .plate": { fill: color("background-paper"), stroke: color("divider") },
  "& .locator .view": { fill: "none", stroke: color("primary-main"), strokeWidth: 1.5 },
} as const;
