import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { format, parseISO } from "date-fns";
import { lazy, Suspense } from "react";
import { useListContext } from "react-admin";
import { groupBy } from "../../contract/groupBy.ts";
import { useVendorQuery } from "../providers/useVendorQuery.ts";
import type { ReviewStatistics } from "../../contract/review/reviewStatistics.ts";
import { statusTone } from "../../contract/status.ts";
import type { ReviewFilter } from "../providers/resources/reviewsResource.ts";
import { SectionCard } from "../ui/SectionCard.tsx";
import { buildRetryProps, ErrorState } from "../ui/states.tsx";
import { PeriodFiguresCard } from "./PeriodFiguresCard.tsx";

const CountyMap = lazy(async () => ({ default: (await import("../ui/maps/CountyMap.tsx")).CountyMap }));

export function ReviewStatistics() {
  const { filterValues, setFilters } = useListContext();
  const filter = filterValues as ReviewFilter;
  const query = useReviewFigures();
  const { data: figures, error } = query;
  const counties = figures?.counties ?? [];
  return (
    <Box sx={{ mt: 4, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 3 }}>
      {!figures && error && (
        <ErrorState title="The review statistics could not be loaded" {...buildRetryProps([query])} />
      )}
      {figures && (typeof figures.medianDays === "number" || figures.deliveries.length > 0) && (
        <SectionCard title="Review statistics">
          {typeof figures.medianDays === "number" && (
            <Typography sx={{ mb: 2 }}>
              <Box component="strong" sx={{ typography: "h2", mr: 1 }}>
                {(Math.round(figures.medianDays * 10) / 10).toLocaleString("en-US")}
              </Box>
              days to decision (median)
            </Typography>
          )}
          {figures.deliveries.length > 0 && <WeeklyUploadsChart deliveries={figures.deliveries} />}
        </SectionCard>
      )}
      <PeriodFiguresCard />
      {counties.length > 0 && (
        <SectionCard title="Pending models by county">
          <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
            <CountyMap
              countByCounty={new Map(counties.map(({ county, count }) => [county, count]))}
              selected={filter.county}
              onSelect={(chosen) =>
                // The map counts pending records.
                setFilters({ ...filter, county: chosen, ...(chosen && { status: "pending" }) })
              }
            />
          </Suspense>
        </SectionCard>
      )}
    </Box>
  );
}

/** Of the last twelve weeks; null if the service has no statistics. */
const useReviewFigures = () =>
  useVendorQuery(["review-figures"], (dataProvider) => dataProvider.getReviewFigures());

function WeeklyUploadsChart({ deliveries }: Pick<ReviewStatistics, "deliveries">) {
  const weeks = groupBy(deliveries, ({ week }) => week);
  const totals = [...weeks.values()].map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
  const largestTotal = Math.max(1, ...totals);
  return (
    <Box component="table" sx={tableStyles}>
      <caption>Uploads per week, by status</caption>
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
                    sx={{ ...barStyles, bgcolor: `state.${statusTone(status)}.text` }}
                    style={{ width: `${(count / largestTotal) * 60}%` }}
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

const tableStyles = {
  width: "100%",
  fontSize: "0.875rem",
  "& caption": { textAlign: "left", color: "text.secondary", pb: 1 },
  "& th": { textAlign: "left", fontWeight: 500, width: 72, py: 0.5 },
  "& td": { p: 0 },
};

const barStyles = { height: 10, minWidth: 4, borderRadius: 99 };
