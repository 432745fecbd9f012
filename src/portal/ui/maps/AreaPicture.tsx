import Box from "@mui/material/Box";
import { useId, useMemo } from "react";
import { areaWords, drawArea, outsideWords, type Drawn, type Frame } from "./areaDrawing.ts";

export interface AreaPictureProps extends Drawn {
  frame: Frame;
  /** The picture in words. */
  label: string;
  /** Counties that the record names. */
  named: string[];
  /** Counties that the area reaches into and the record does not name. */
  missing: string[];
}

/** The map itself with its legend, in the colours of the theme, and what is measured on it. */
export function AreaPicture({ frame, label, named, missing, ...drawn }: AreaPictureProps) {
  const { polygons, delivered, model } = drawn;
  const drawing = useMemo(
    () => drawArea({ polygons, delivered, model }, frame),
    [polygons, delivered, model, frame],
  );
  const hasArea = polygons.length > 0;
  const outside = hasArea && model && outsideWords(polygons, model);
  const id = useId();
  const kindOf = (name: string) =>
    missing.includes(name) ? "missing" : named.includes(name) ? "named" : undefined;
  const kinds = new Set(drawing.counties.map(({ name }) => kindOf(name)));
  return (
    <Box sx={colors}>
      <Box
        component="svg"
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={label}
        sx={picture}
      >
        <Hatches id={id} />
        {drawing.counties.map(({ name, outline }) => (
          <path
            key={name}
            d={outline}
            className="county"
            data-kind={kindOf(name)}
            fill={fillOf(id, kindOf(name))}
          />
        ))}
        <path className="area" d={drawing.area} />
        {drawing.delivered && <path className="area delivered" d={drawing.delivered} />}
        <path className="model" d={drawing.areas} />
        <path className="model line" d={drawing.lines} />
        <path className="model box" d={drawing.boxes} />
        {drawing.counties.map(
          ({ name, label: at }) =>
            at && (
              <text key={name} x={at[0]} y={at[1]} className={kindOf(name)} aria-hidden>
                {name}
              </text>
            ),
        )}
      </Box>
      <Box component="ul" aria-label="Legend" sx={legend}>
        {drawing.area && <Key className="area">Area covered</Key>}
        {drawing.delivered && <Key className="area delivered">Delivered geodatabase</Key>}
        {(drawing.areas || drawing.lines) && <Key className="model">Model</Key>}
        {drawing.boxes && <Key className="model box">Box around the model</Key>}
        {kinds.has("named") && <Key fill={fillOf(id, "named")}>County of the record</Key>}
        {kinds.has("missing") && <Key fill={fillOf(id, "missing")}>Reached, not in the record</Key>}
      </Box>
      <Box sx={{ mt: 0.5, fontSize: "0.9375rem", color: "text.secondary" }}>
        {hasArea && <div>{areaWords(polygons)}</div>}
        {outside && <Box sx={{ color: "text.primary", fontWeight: 550 }}>{outside}</Box>}
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
} as const;

const picture = {
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
