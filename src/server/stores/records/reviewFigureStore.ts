import { sql } from "kysely";
import type {
  CommonFinding,
  GroupedFigures,
  ReviewStatistics,
  WeeklyUploads,
} from "../../../contract/review/reviewStatistics.ts";
import type { Db } from "../../database/tables.ts";

const DECIDED = sql`decision.status IN ('accepted', 'rejected')`;

/**
 * The uploads that passed the checks since a time, without those followed by another one before a decision. The
 * subqueries read the rows of one record by index.
 */
const deliveriesQuery = (since: Date) => sql`
  SELECT uploads.record_id, uploads.cataloged_at AS at
  FROM uploads CROSS JOIN LATERAL (
    SELECT min(later.cataloged_at) AS at FROM uploads AS later
    WHERE later.record_id = uploads.record_id AND later.cataloged_at > uploads.cataloged_at) AS next_upload
  WHERE uploads.cataloged_at >= ${since} AND (next_upload.at IS NULL OR EXISTS (
    SELECT FROM notifications AS decision
    WHERE decision.record_id = uploads.record_id AND ${DECIDED}
      AND decision.created_at BETWEEN uploads.cataloged_at AND next_upload.at))`;

/** With the days since the decided version was sent; null if none was. */
const decisionsQuery = (since: Date) => sql`
  SELECT decision.id, decision.record_id, decision.status, decision.username, decision.created_at AS at,
    extract(epoch FROM decision.created_at - sent.at)::float8 / 86400 AS days
  FROM notifications AS decision CROSS JOIN LATERAL (
    SELECT max(sent_at) AS at FROM uploads
    WHERE record_id = decision.record_id AND cataloged_at <= decision.created_at) AS sent
  WHERE ${DECIDED} AND decision.created_at >= ${since}`;

const WEEK = sql`to_char(date_trunc('week', at AT TIME ZONE 'UTC'), 'YYYY-MM-DD')`;

export async function loadReviewFigures(db: Db, since: Date): Promise<ReviewStatistics> {
  const deliveries = await sql<WeeklyUploads>`
    SELECT week, status, count(*)::int AS count FROM (
      SELECT ${WEEK} AS week,
        (SELECT status FROM records WHERE id = record_id AND deleted_at IS NULL) AS status
      FROM (${deliveriesQuery(since)}) AS delivery) AS delivered
    WHERE status IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  const decided = await sql<{ decisions: number; days: number | null }>`
    SELECT count(*)::int AS decisions, percentile_cont(0.5) WITHIN GROUP (ORDER BY days) AS days
    FROM (${decisionsQuery(since)}) AS decision WHERE days IS NOT NULL`.execute(db);
  const { decisions = 0, days = null } = decided.rows[0] ?? {};
  const counties = await sql<{ county: string; count: number }>`
    SELECT county, count(*)::int AS count FROM pending_counties GROUP BY county ORDER BY county`.execute(db);
  return { deliveries: deliveries.rows, counties: counties.rows, decisions, medianDays: days };
}

/** A row for each week, region, vendor and reviewer, and one for all. Deliveries count for the assigned reviewer. */
export async function listGroupedFigures(db: Db, since: Date): Promise<GroupedFigures[]> {
  // OFFSET 0 makes the database look up each record by its id, instead of reading all records.
  const { rows } = await sql<GroupedFigures>`
    WITH events AS (
      SELECT record_id, at, NULL AS status, NULL::float8 AS days, NULL AS reviewer FROM (${deliveriesQuery(since)}) AS delivery
      UNION ALL
      SELECT record_id, at, status, days, username FROM (${decisionsQuery(since)}) AS decision),
    described AS (
      SELECT ${WEEK} AS week, record.region, record.vendor, coalesce(reviewer, record.assigned_to, '') AS reviewer, status, days
      FROM events CROSS JOIN LATERAL (
        SELECT region, username AS vendor, assigned_to FROM records
        WHERE id = events.record_id AND deleted_at IS NULL OFFSET 0) AS record)
    SELECT
      CASE grouping(week, region, vendor, reviewer)
        WHEN 7 THEN 'week' WHEN 11 THEN 'region' WHEN 13 THEN 'vendor' WHEN 14 THEN 'reviewer' ELSE 'all' END AS "group",
      coalesce(week, region, vendor, reviewer, '') AS name,
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
