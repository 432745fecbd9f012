import Box from "@mui/material/Box";
import { useId } from "react";
import type { AreaDrawing } from "./areaDrawing.ts";

interface AreaPictureProps {
  drawing: AreaDrawing;
  /** The picture in words. */
  label: string;
  /** Counties that the record names. */
  named: string[];
  /** Counties that the area reaches into and the record does not name. */
  missing: string[];
}

/** The map itself with its legend, in the colours of the theme. */
export function AreaPicture({ drawing, label, named, missing }: AreaPictureProps) {
  const { width, height, counties, area, delivered, model, locator } = drawing;
  const id = useId();
  const kindOf = (name: string) =>
    missing.includes(name) ? "missing" : named.includes(name) ? "named" : undefined;
  const kinds = new Set(counties.map(({ name }) => kindOf(name)));
  return (
    <Box sx={colors}>
      <Box component="svg" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} sx={frame}>
        <Hatches id={id} />
        <g>
          {counties.map(({ name, path }) => (
            <path
              key={name}
              d={path}
              className="county"
              data-kind={kindOf(name)}
              fill={fillOf(id, kindOf(name))}
            />
          ))}
        </g>
        <path className="area" d={area} />
        {delivered && <path className="area delivered" d={delivered} />}
        <path className="model" d={model.areas} />
        <path className="model line" d={model.lines} />
        <path className="model box" d={model.boxes} />
        <g aria-hidden="true">
          {counties.map(
            ({ name, label: at }) =>
              at && (
                <text key={name} x={at[0]} y={at[1]} className={kindOf(name)}>
                  {name}
                </text>
              ),
          )}
        </g>
        <Locator locator={locator} width={width} height={height} />
      </Box>
      <Box component="ul" aria-label="Legend" sx={legend}>
        {area && <Key className="area">Area covered</Key>}
        {delivered && <Key className="area delivered">Delivered geodatabase</Key>}
        {(model.areas || model.lines) && <Key className="model">Model</Key>}
        {model.boxes && <Key className="model box">Box around the model</Key>}
        {kinds.has("named") && <Key fill={fillOf(id, "named")}>County of the record</Key>}
        {kinds.has("missing") && <Key fill={fillOf(id, "missing")}>Reached, not in the record</Key>}
      </Box>
    </Box>
  );
}

type Kind = "named" | "missing" | undefined;

const fillOf = (id: string, kind: Kind) => (kind ? `url(#${id}-${kind})` : "var(--map-ground)");

/** Lines one way for counties the record names, crossed ones for those it leaves out: told apart without colour. */
function Hatches({ id }: { id: string }) {
  const shared = { width: 8, height: 8, patternUnits: "userSpaceOnUse" } as const;
  return (
    <defs>
      <pattern id={`${id}-named`} {...shared} patternTransform="rotate(45)">
        <rect width="8" height="8" fill="var(--map-ground)" />
        <path d="M0 4H8" stroke="var(--map-named)" strokeWidth="1" />
      </pattern>
      <pattern id={`${id}-missing`} {...shared} patternTransform="rotate(45)">
        <rect width="8" height="8" fill="var(--map-ground)" />
        <path d="M0 4H8M4 0V8" stroke="var(--map-missing)" strokeWidth="1.5" />
      </pattern>
    </defs>
  );
}

const EDGE = 8;

/** The whole state in a corner, and where in it the map lies. */
function Locator({ locator, width, height }: Pick<AreaDrawing, "locator" | "width" | "height">) {
  const [wide, high] = [locator.width + 2 * EDGE, locator.height + 2 * EDGE];
  return (
    <svg className="locator" x={width - wide} y={height - high} width={wide} height={high}>
      <rect className="plate" width="100%" height="100%" rx="6" />
      <g transform={`translate(${EDGE} ${EDGE})`}>
        <path d={locator.state} />
        <rect className="view" {...locator.view} />
      </g>
    </svg>
  );
}

function Key({ children, ...look }: { children: string; className?: string; fill?: string }) {
  return (
    <li>
      <svg width="22" height="14" aria-hidden="true">
        <rect x="1" y="1" width="20" height="12" rx="2" className="county" {...look} />
      </svg>
      {children}
    </li>
  );
}

const color = (name: string) => `var(--mui-palette-${name})`;
const tint = (name: string, share: number) =>
  `color-mix(in srgb, ${color(name)} ${share}%, ${color("background-default")})`;

const colors = {
  "--map-ground": color("background-default"),
  "--map-named": tint("primary-main", 55),
  "--map-missing": tint("warning-main", 75),
  "& .county": { stroke: tint("text-secondary", 45), strokeWidth: 0.75, strokeLinejoin: "round" },
  "& .area": {
    fill: color("primary-main"),
    fillOpacity: 0.4,
    stroke: color("primary-main"),
    strokeWidth: 2,
    strokeLinejoin: "round",
  },
  "& .area.delivered": {
    fill: color("warning-main"),
    fillOpacity: 0.2,
    stroke: color("warning-main"),
    strokeDasharray: "8 4",
  },
  "& .model": {
    fill: color("text-primary"),
    fillOpacity: 0.12,
    stroke: color("text-primary"),
    strokeWidth: 1.5,
    strokeLinejoin: "round",
  },
  "& .model.line": { fill: "none", strokeWidth: 1 },
  "& .model.box": { fill: "none", strokeDasharray: "5 3" },
  "& text": {
    fill: color("text-secondary"),
    fontSize: 12,
    textAnchor: "middle",
    dominantBaseline: "middle",
    paintOrder: "stroke",
    stroke: color("background-default"),
    strokeWidth: 4,
    strokeLinejoin: "round",
  },
  "& text.named, & text.missing": { fill: color("text-primary"), fontWeight: 600 },
  "& .locator path": { fill: tint("text-secondary", 25), stroke: "none" },
  "& .locator .plate": { fill: color("background-paper"), stroke: color("divider") },
  "& .locator .view": { fill: "none", stroke: color("primary-main"), strokeWidth: 1.5 },
} as const;

const frame = {
  display: "block",
  width: "100%",
  height: "auto",
  borderRadius: 1,
  border: 1,
  borderColor: "divider",
  bgcolor: "background.default",
};

const legend = {
  display: "flex",
  flexWrap: "wrap",
  columnGap: 2,
  rowGap: 0.5,
  listStyle: "none",
  m: 0,
  mt: 1,
  p: 0,
  fontSize: "0.875rem",
  "& li": { display: "flex", alignItems: "center", gap: 1 },
} as const;
