import { sql } from "kysely";
import type {
  CommonFinding,
  GroupedFigures,
  ReviewStatistics,
  WeeklyUploads,
} from "../../../contract/review/reviewStatistics.ts";
import type { Db } from "../../database/tables.ts";

const DECIDED = sql`decision.status IN ('accepted', 'rejected')`;

/** The uploads that passed the checks since a time, without those followed by another one before a decision. */
const deliveriesQuery = (since: Date) => sql`
  SELECT record_id, at FROM (
    SELECT record_id, cataloged_at AS at,
      lead(cataloged_at) OVER (PARTITION BY record_id ORDER BY cataloged_at) AS next_at
    FROM uploads WHERE cataloged_at >= ${since}) AS upload
  WHERE next_at IS NULL OR EXISTS (
    SELECT FROM notifications AS decision
    WHERE decision.record_id = upload.record_id AND ${DECIDED} AND decision.created_at BETWEEN at AND next_at)`;

/** With the days since the decided version was sent; null if none was. */
const decisionsQuery = (since: Date) => sql`
  SELECT decision.id, decision.record_id, decision.status, decision.username, decision.created_at AS at,
    extract(epoch FROM decision.created_at - sent.at)::float8 / 86400 AS days
  FROM notifications AS decision CROSS JOIN LATERAL (
    SELECT max(sent_at) AS at FROM uploads
    WHERE record_id = decision.record_id AND cataloged_at <= decision.created_at) AS sent
  WHERE ${DECIDED} AND decision.created_at >= ${since}`;

/** OFFSET 0 makes the database look up each record by its id, instead of reading all records. */
const recordQuery = (id: string) => sql`(
  SELECT status, region, username AS vendor, assigned_to FROM records
  WHERE id = ${sql.ref(id)} AND deleted_at IS NULL OFFSET 0)`;

/** The Monday of the week of the event, in UTC. */
const WEEK = sql`date_trunc('week', at AT TIME ZONE 'UTC')`;

export async function loadReviewFigures(db: Db, since: Date): Promise<ReviewStatistics> {
  const [deliveries, decided, counties] = await Promise.all([
    sql<WeeklyUploads>`
      SELECT to_char(week, 'YYYY-MM-DD') AS week, status, count(*)::int AS count
      FROM (
        SELECT ${WEEK} AS week, record.status
        FROM (${deliveriesQuery(since)}) AS delivery
          CROSS JOIN LATERAL ${recordQuery("delivery.record_id")} AS record) AS delivered
      GROUP BY week, status ORDER BY week, status`.execute(db),
    sql<{ decisions: number; days: number | null }>`
      SELECT count(*)::int AS decisions, percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS days
      FROM (${decisionsQuery(since)}) AS decision WHERE days IS NOT NULL`.execute(db),
    sql<{ county: string; count: number }>`
      SELECT county, count(*)::int AS count FROM pending_counties GROUP BY county ORDER BY county`.execute(
      db,
    ),
  ]);
  const { decisions = 0, days = null } = decided.rows[0] ?? {};
  return { deliveries: deliveries.rows, counties: counties.rows, decisions, medianDays: days };
}

/** A row for each week, region, vendor and reviewer, and one for all. Deliveries count for the assigned reviewer. */
export async function listGroupedFigures(db: Db, since: Date): Promise<GroupedFigures[]> {
  const { rows } = await sql<GroupedFigures>`
    WITH events AS (
      SELECT record_id, at, NULL AS status, NULL::float8 AS days, NULL AS reviewer FROM (${deliveriesQuery(since)}) AS delivery
      UNION ALL
      SELECT record_id, at, status, days, username FROM (${decisionsQuery(since)}) AS decision),
    described AS (
      SELECT ${WEEK} AS week, record.region, record.vendor, coalesce(reviewer, record.assigned_to, '') AS reviewer, events.status, days
      FROM events CROSS JOIN LATERAL ${recordQuery("events.record_id")} AS record)
    SELECT
      CASE grouping(week, region, vendor, reviewer)
        WHEN 7 THEN 'week' WHEN 11 THEN 'region' WHEN 13 THEN 'vendor' WHEN 14 THEN 'reviewer' ELSE 'all' END AS "group",
      coalesce(to_char(week, 'YYYY-MM-DD'), region, vendor, reviewer, '') AS name,
      (count(*) - count(status))::int AS received,
      count(status)::int AS decided,
      (count(*) FILTER (WHERE status = 'rejected'))::int AS returned,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS "medianDays",
      percentile_cont(0.9) WITHIN GROUP (ORDER BY days) AS "p90Days"
    FROM described
    GROUP BY GROUPING SETS ((week), (region), (vendor), (reviewer), ())
    ORDER BY 1, 2`.execute(db);
  return rows;
}

const MAX_COMMON_FINDINGS = 10;

export async function listCommonFindings(db: Db, since: Date): Promise<CommonFinding[]> {
  const { rows } = await sql<CommonFinding>`
    SELECT CASE reason.kind WHEN 'field' THEN reason.name END AS field,
      CASE reason.kind WHEN 'field' THEN '' ELSE reason.content END AS text,
      count(DISTINCT decision.id)::int AS count
    FROM notifications AS decision CROSS JOIN LATERAL (
      SELECT kind, name, content FROM rejection_reasons WHERE notification_id = decision.id OFFSET 0) AS reason
    WHERE ${DECIDED} AND decision.created_at >= ${since}
      AND (SELECT deleted_at IS NULL FROM records WHERE id = decision.record_id)
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${sql.lit(MAX_COMMON_FINDINGS)}`.execute(db);
  return rows;
}
