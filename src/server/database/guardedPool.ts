import { AsyncLocalStorage } from "node:async_hooks";
import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import type { Database, Db } from "./tables.ts";

export interface Listener {
  stop(): Promise<void>;
}

/** Calls back after each NOTIFY on the channel, also of other processes. */
export type Listen = (channel: string, onNotification: () => void) => Listener;

const OUTSIDE_TRANSACTION =
  "A transaction is open: run the query on it (trx), not on db. Waiting for a second connection would block the pool.";

/**
 * Rejects queries that use `db` while a transaction of the same request is open. If each transaction waited for another
 * connection, a full pool would wait forever.
 */
export class GuardedKysely extends Kysely<Database> {
  readonly #openTransaction: AsyncLocalStorage<true>;

  constructor(
    pool: PostgresPool,
    readonly listen: Listen,
  ) {
    const openTransaction = new AsyncLocalStorage<true>();
    const guardedPool: PostgresPool = {
      async connect() {
        if (openTransaction.getStore()) throw new Error(OUTSIDE_TRANSACTION);
        return pool.connect();
      },
      end: () => pool.end(),
    };
    super({ dialect: new PostgresDialect({ pool: guardedPool }) });
    this.#openTransaction = openTransaction;
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = <T>(work: (trx: Transaction<Database>) => Promise<T>) =>
      execute((trx) => this.#openTransaction.run(true, () => work(trx)));
    return builder;
  }
}

/** @throws Error if `db` is a transaction or was not opened by openDatabase */
export function listenToChannel(db: Db, ...listen: Parameters<Listen>): Listener {
  if (!(db instanceof GuardedKysely)) throw new Error("Only a database can listen to a channel.");
  return db.listen(...listen);
}
