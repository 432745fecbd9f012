import { sql, type Kysely } from "kysely";

const STATEMENTS = [
  // Raised whenever everybody who is signed in has to sign in again.
  `ALTER TABLE accounts ADD COLUMN session_version int NOT NULL DEFAULT 1`,
  `ALTER TABLE accounts ADD COLUMN disabled_at timestamptz`,
  `ALTER TABLE upload_batches ADD COLUMN revoked_at timestamptz`,
  `ALTER TABLE upload_batches ADD COLUMN cleared_at timestamptz`,
  // SHA-256 of the body that an idempotency key was used with.
  `ALTER TABLE idempotency ADD COLUMN body_hash text`,
  // As rate-limiter-flexible reads and writes it.
  `CREATE TABLE sign_in_tries (
     key varchar(255) PRIMARY KEY,
     points integer NOT NULL DEFAULT 0,
     expire bigint)`,
  `CREATE TABLE audit_log (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now(),
     event text NOT NULL,
     username text,
     address text,
     record_id bigint,
     detail jsonb NOT NULL DEFAULT '{}')`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN RAISE EXCEPTION ''The audit log is only ever added to.''; END'`,
  `CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
];

/** Accounts that can be shut out, with their upload links; tries to sign in that all servers count; who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
