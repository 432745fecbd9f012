import type {
  GroupedFigures,
  PeriodFigures,
  ReviewStatistics,
} from "../../../contract/review/reviewStatistics.ts";
import { endpoints } from "../../../contract/wire/endpoints.ts";
import type { CallContext } from "./vendorCall.ts";

type WireStatistics = Omit<ReviewStatistics, "medianDays"> & { median_days: number | null };

type WireFigures = Omit<GroupedFigures, "medianDays" | "p90Days"> & {
  median_days: number | null;
  p90_days: number | null;
};

type WirePeriod = Omit<PeriodFigures, "figures"> & { figures: WireFigures[] };

/** For agency admins. Undefined if the services have no such call. */
export function createFigureCalls({ call }: CallContext) {
  return {
    async getReviewFigures(): Promise<ReviewStatistics | undefined> {
      const { rows } = await call(endpoints.reviewFigures);
      const row = rows[0] as unknown as WireStatistics | undefined;
      if (!row) return undefined;
      const { median_days: medianDays, ...figures } = row;
      return { ...figures, medianDays };
    },
    async getGroupedFigures(weeks: number): Promise<PeriodFigures | undefined> {
      const { rows } = await call(endpoints.groupedFigures, { query: { weeks: String(weeks) } });
      const row = rows[0] as unknown as WirePeriod | undefined;
      if (!row) return undefined;
      const figures = row.figures.map(({ median_days: medianDays, p90_days: p90Days, ...counts }) => ({
        ...counts,
        medianDays,
        p90Days,
      }));
      return { ...row, figures };
    },
  };
}
