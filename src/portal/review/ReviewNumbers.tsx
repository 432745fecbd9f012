import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { lazy, Suspense } from "react";
import { useListContext } from "react-admin";
import { listOf, schemaOf } from "../../contract/fields.ts";
import type { RecordRow } from "../providers/recordsDialect.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { daysWaiting } from "./waitingFor.ts";

/** What the address may narrow the queue by, besides the search. */
export interface ReviewFilter {
  q?: string;
  /** Waiting for so many days or more. */
  waiting?: string;
  vendor?: string;
  region?: string;
  county?: string;
}

/** The counties' shapes are fetched when they are first drawn. */
const CountyMap = lazy(async () => ({ default: (await import("../ui/CountyMap.tsx")).CountyMap }));

const schema = schemaOf("metadata");

/** How long the queue is, how long it has been waiting, and where its models lie. */
export function ReviewNumbers({ all }: { all: RecordRow[] }) {
  const { filterValues, setFilters } = useListContext();
  const { county, ...filter } = filterValues as ReviewFilter;
  const days = all.map(({ statusInfo }) => daysWaiting(statusInfo.timeOfLastStatusChange));
  return (
    <Box sx={{ mt: 4, display: "grid", gap: 3 }}>
      <SectionCard title="The queue in numbers">
        <Box component="dl" sx={numbers}>
          <Fact name="waiting" value={all.length} />
          <Fact name="days waited, median" value={medianOf(days)} />
          <Fact name="days, the longest" value={Math.max(0, ...days)} />
        </Box>
        <WeekBars days={days} />
      </SectionCard>
      <SectionCard title="Where they lie">
        <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
          <CountyMap
            counts={countiesOf(all)}
            selected={county}
            onSelect={(chosen) => setFilters(chosen === undefined ? filter : { ...filter, county: chosen })}
          />
        </Suspense>
      </SectionCard>
    </Box>
  );
}

const Fact = ({ name, value }: { name: string; value: number }) => (
  <div>
    <Typography component="dd" variant="h2" sx={{ m: 0 }}>
      {value.toLocaleString("en-US")}
    </Typography>
    <Typography component="dt" variant="body2" color="textSecondary">
      {name}
    </Typography>
  </div>
);

const WEEKS = ["this week", "1 week ago", "2 weeks ago", "3 weeks ago", "earlier"];

/** How many of those that wait were delivered in each of the last weeks. */
function WeekBars({ days }: { days: number[] }) {
  const counts = WEEKS.map(
    (_, week) => days.filter((one) => Math.min(Math.floor(one / 7), WEEKS.length - 1) === week).length,
  );
  const most = Math.max(1, ...counts);
  return (
    <Box component="ul" aria-label="Delivered, by week" sx={bars}>
      {WEEKS.map((week, index) => (
        <li key={week}>
          <span>{week}</span>
          <Box aria-hidden sx={bar} style={{ width: `${((counts[index] ?? 0) / most) * 100}%` }} />
          <strong>{counts[index]}</strong>
        </li>
      ))}
    </Box>
  );
}

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return Math.round(((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2);
}

/** How many records lie in each county; one that spans several counts in each. */
export function countiesOf(records: RecordRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { currentMetadata } of records)
    for (const county of listOf(schema, currentMetadata, "county"))
      counts.set(county, (counts.get(county) ?? 0) + 1);
  return counts;
}

const numbers = {
  m: 0,
  mb: 2.5,
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(140px, 1fr))",
  gap: 2,
  "& > div": { display: "flex", flexDirection: "column" },
};

const bars = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gap: 0.75,
  fontSize: "0.875rem",
  "& li": {
    display: "grid",
    gridTemplateColumns: "96px minmax(0, 1fr) 32px",
    gap: 1,
    alignItems: "center",
  },
};

const bar = { height: 10, minWidth: 2, borderRadius: 99, bgcolor: "primary.main" };
