import Box from "@mui/material/Box";
import { useId, useMemo } from "react";
import { describeOutside } from "../../../contract/uploads/describeOutside.ts";
import { describeArea, drawArea, type MapShapes, type Frame } from "./drawArea.ts";

export interface AreaPictureProps extends MapShapes {
  frame: Frame;
  label: string;
  recordCounties: string[];
  /** Counties in the area that the record does not list. */
  unlistedCounties: string[];
}

export function AreaPicture({ frame, label, recordCounties, unlistedCounties, ...shapes }: AreaPictureProps) {
  const { polygons, delivered, model } = shapes;
  const drawing = useMemo(
    () => drawArea({ polygons, delivered, model }, frame),
    [polygons, delivered, model, frame],
  );
  const hasArea = polygons.length > 0;
  const outside = hasArea && model && describeOutside(polygons, model);
  const id = useId();
  const getCountyKind = (name: string) =>
    unlistedCounties.includes(name) ? "missing" : recordCounties.includes(name) ? "named" : undefined;
  const kinds = new Set(drawing.counties.map(({ name }) => getCountyKind(name)));
  return (
    <Box sx={mapStyles}>
      <Box
        component="svg"
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={label}
        sx={pictureStyles}
      >
        <HatchPatterns id={id} />
        {drawing.counties.map(({ name, outline }) => (
          <path
            key={name}
            d={outline}
            className="county"
            data-kind={getCountyKind(name)}
            fill={getCountyFill(id, getCountyKind(name))}
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
              <text key={name} x={at[0]} y={at[1]} className={getCountyKind(name)} aria-hidden>
                {name}
              </text>
            ),
        )}
      </Box>
      <Box component="ul" aria-label="Legend" sx={legendStyles}>
        {drawing.area && <LegendItem className="area">Area covered</LegendItem>}
        {drawing.delivered && <LegendItem className="area delivered">Geodatabase in the upload</LegendItem>}
        {(drawing.areas || drawing.lines) && <LegendItem className="model">Model</LegendItem>}
        {drawing.boxes && <LegendItem className="model box">Bounding box of the model</LegendItem>}
        {kinds.has("named") && (
          <LegendItem fill={getCountyFill(id, "named")}>County listed in the record</LegendItem>
        )}
        {kinds.has("missing") && (
          <LegendItem fill={getCountyFill(id, "missing")}>County not listed in the record</LegendItem>
        )}
      </Box>
      <Box sx={{ mt: 0.5, fontSize: "0.9375rem", color: "text.secondary" }}>
        {hasArea && <div>{describeArea(polygons)}</div>}
        {outside && <Box sx={{ color: "text.primary", fontWeight: 550 }}>{outside}</Box>}
      </Box>
    </Box>
  );
}

type CountyKind = "named" | "missing" | undefined;

const getCountyFill = (id: string, kind: CountyKind) => (kind ? `url(#${id}-${kind})` : "var(--map-ground)");

/** Single lines for listed counties, crossed lines for unlisted ones: color is not the only cue. */
function HatchPatterns({ id }: { id: string }) {
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

function LegendItem({ children, ...rectProps }: { children: string; className?: string; fill?: string }) {
  return (
    <li>
      <svg width="22" height="14" aria-hidden="true">
        <rect x="1" y="1" width="20" height="12" rx="2" className="county" {...rectProps} />
      </svg>
      {children}
    </li>
  );
}

const color = (name: string) => `var(--mui-palette-${name})`;
const mixColor = (name: string, share: number) =>
  `color-mix(in srgb, ${color(name)} ${share}%, ${color("background-default")})`;

const mapStyles = {
  "--map-ground": color("background-default"),
  "--map-named": mixColor("primary-main", 55),
  "--map-missing": mixColor("warning-main", 75),
  "& .county": { stroke: mixColor("text-secondary", 45), strokeWidth: 0.75, strokeLinejoin: "round" },
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

const pictureStyles = {
  display: "block",
  width: "100%",
  height: "auto",
  borderRadius: 1,
  border: 1,
  borderColor: "divider",
  bgcolor: "background.default",
};

const legendStyles = {
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
