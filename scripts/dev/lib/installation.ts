import { requirePostgres } from "./postgres.ts";
import { startServerOnly, type Product } from "./startProduct.ts";
import { createTemporaryFolder } from "./temporaryFolder.ts";

type Environment = Record<string, string>;

/** Processes with roles that share PostgreSQL and a store process. */
export interface Installation {
  databaseUrl: string;
  store: Product;
  /** Starts one more process. */
  start(role: "web" | "worker"): Promise<Product>;
  /** Kills all processes, deletes their data and stops PostgreSQL. */
  remove(): Promise<void>;
}

/** As docs/deploy.md recommends for a machine that also runs web processes. */
const WORKER_NICENESS = 10;

/** @param prepare migrates the database and adds data before the first process starts */
export async function startInstallation(
  prepare: (environment: Environment) => Promise<void>,
): Promise<Installation> {
  const postgres = await requirePostgres();
  const products: Product[] = [];
  const remove = async () => {
    for (const product of products.toReversed()) await product.remove();
    await postgres.stop();
  };
  const startRole = async (environment: Environment, niceness?: number) => {
    const product = await startServerOnly(environment, niceness);
    products.push(product);
    return product;
  };
  try {
    const shared = {
      ...{ DATABASE_URL: postgres.url, TOKEN_SECRET: "a secret of several processes, long enough" },
      LOG_LEVEL: "error",
    };
    const storeEnvironment = { ...shared, DATA_DIR: await createTemporaryFolder("flood-store-") };
    await prepare(storeEnvironment);
    const store = await startRole({ ...storeEnvironment, ROLE: "store" });
    const environment = { ...shared, STORE_URL: store.url, STORE_ORIGIN: store.url };
    return {
      databaseUrl: postgres.url,
      store,
      start: (role) =>
        startRole({ ...environment, ROLE: role }, role === "worker" ? WORKER_NICENESS : undefined),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
