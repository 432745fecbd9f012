import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { format, parseISO } from "date-fns";
import { lazy, Suspense } from "react";
import { useListContext } from "react-admin";
import { groupBy } from "../../contract/groupBy.ts";
import { useAnswer } from "../providers/useAnswer.ts";
import type { ReviewFigures } from "../../contract/reviewFigures.ts";
import { statusState } from "../../contract/status.ts";
import { countiesOf, type RecordFilter } from "../providers/resources/recordFilters.ts";
import type { RecordRow } from "../providers/resources/recordRow.ts";
import { SectionCard } from "../ui/SectionCard.tsx";

/** The counties' shapes are fetched when they are first drawn. */
const CountyMap = lazy(async () => ({ default: (await import("../ui/maps/CountyMap.tsx")).CountyMap }));

/** How fast the agency decides, what comes in, and where the models lie. */
export function ReviewNumbers({ all }: { all: RecordRow[] }) {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as RecordFilter;
  const figures = useFigures();
  return (
    <Box sx={{ mt: 4, display: "grid", gap: 3 }}>
      {figures && (typeof figures.medianDays === "number" || figures.deliveries.length > 0) && (
        <SectionCard title="The review in numbers">
          {typeof figures.medianDays === "number" && (
            <Typography sx={{ mb: 2 }}>
              <Box component="strong" sx={{ typography: "h2", mr: 1 }}>
                {(Math.round(figures.medianDays * 10) / 10).toLocaleString("en-US")}
              </Box>
              days to a decision, median
            </Typography>
          )}
          {figures.deliveries.length > 0 && <WeekBars deliveries={figures.deliveries} />}
        </SectionCard>
      )}
      {all.length > 0 && (
        <SectionCard title="Where they lie">
          <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
            <CountyMap
              counts={countiesOf(all)}
              selected={filter.county}
              onSelect={(chosen) => setFilters({ ...filter, county: chosen })}
            />
          </Suspense>
        </SectionCard>
      )}
    </Box>
  );
}

/** What the last twelve weeks came to; nothing where the services do not say. */
const useFigures = () => useAnswer(["review-figures"], (dataProvider) => dataProvider.reviewFigures()).data;

/** How many uploads came in each week, by what became of their records. */
function WeekBars({ deliveries }: Pick<ReviewFigures, "deliveries">) {
  const weeks = groupBy(deliveries, ({ week }) => week);
  const sums = [...weeks.values()].map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(1, ...sums);
  return (
    <Box component="table" sx={bars}>
      <caption>Deliveries per week, by status</caption>
      <tbody>
        {[...weeks].toReversed().map(([week, rows]) => (
          <tr key={week}>
            <th scope="row">{format(parseISO(week), "MMM d")}</th>
            <td>
              <Box sx={{ display: "flex", gap: "2px", alignItems: "center" }}>
                {rows.map(({ status, count }) => (
                  <Box
                    key={status}
                    aria-hidden
                    sx={{ ...bar, bgcolor: `state.${statusState(status)}.text` }}
                    style={{ width: `${(count / most) * 60}%` }}
                  />
                ))}
                <Box component="span" sx={{ ml: 1, color: "text.secondary" }}>
                  {rows.map(({ status, count }) => `${count} ${status}`).join(", ")}
                </Box>
              </Box>
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

const bars = {
  width: "100%",
  fontSize: "0.875rem",
  "& caption": { textAlign: "left", color: "text.secondary", pb: 1 },
  "& th": { textAlign: "left", fontWeight: 500, width: 72, py: 0.5 },
  "& td": { p: 0 },
};

const bar = { height: 10, minWidth: 4, borderRadius: 99 };
