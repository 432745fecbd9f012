import type { FastifyInstance } from "fastify";
import { FIGURE_PERIODS } from "../../../contract/review/reviewStatistics.ts";
import type { Services } from "../../services.ts";
import {
  listCommonFindings,
  listGroupedFigures,
  loadReviewFigures,
} from "../../stores/records/reviewFigureStore.ts";
import { ADMINS_ONLY, defineOperation } from "../operation.ts";
import { requireAdmin } from "../requests.ts";

const PERIODS = FIGURE_PERIODS.map(String);
const DEFAULT_PERIOD = PERIODS[0]!;

const reviewFiguresCall = defineOperation("reviewFigures", {
  tag: "Review",
  summary: "Read the review statistics",
  description:
    "Returns the number of uploads in each of the last twelve weeks, how long the decisions took, and the number of pending records by county. Versions that were followed by another one before a decision are not counted.",
  response: "ReviewFigures",
  errors: ADMINS_ONLY,
});

const groupedFiguresCall = defineOperation("groupedFigures", {
  tag: "Review",
  summary: "Read the figures by week, region, vendor and reviewer",
  description:
    "Returns, for the current week and the weeks before, how many uploads were received, decided and returned, how long the decisions took, and the commonest reasons for rejections. Versions that were followed by another one before a decision are not counted. Received uploads count for the reviewer who handles the record, decisions for the reviewer who made them.",
  query: {
    weeks: {
      type: "string",
      enum: PERIODS,
      default: DEFAULT_PERIOD,
      description: "The number of weeks, with the current one.",
    },
  },
  response: "GroupedFigures",
  errors: ADMINS_ONLY,
});

export function reviewFigureRoutes(app: FastifyInstance, { db, now }: Services): void {
  app.route({
    ...reviewFiguresCall,
    preHandler: requireAdmin,
    handler: async () => {
      const { medianDays, ...figures } = await loadReviewFigures(
        db,
        new Date(now().getTime() - STATISTICS_PERIOD_MS),
      );
      return { ...figures, median_days: medianDays };
    },
  });

  app.route<{ Querystring: { weeks?: string } }>({
    ...groupedFiguresCall,
    preHandler: requireAdmin,
    handler: async ({ query }) => {
      const since = startOfPeriod(now(), Number(query.weeks ?? DEFAULT_PERIOD));
      const figures = await listGroupedFigures(db, since);
      return {
        since: since.toISOString().slice(0, 10),
        figures: figures.map(({ medianDays, p90Days, ...counts }) => ({
          ...counts,
          median_days: medianDays,
          p90_days: p90Days,
        })),
        findings: await listCommonFindings(db, since),
      };
    },
  });
}

const DAY_MS = 24 * 3_600_000;
const STATISTICS_PERIOD_MS = 84 * DAY_MS;

/** The Monday on which the first of these weeks starts, in UTC. The current week is the last one. */
function startOfPeriod(now: Date, weeks: number): Date {
  const monday = now.getUTCDate() - ((now.getUTCDay() + 6) % 7);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), monday - 7 * (weeks - 1)));
}
