import { join } from "node:path";
import { COMPILED_FOLDER, compileServer } from "../../scripts/build/compileServer.ts";
import { COMPILED_SERVER_VARIABLE } from "../../scripts/dev/lib/startProduct.ts";
import { buildPortal, isStale } from "../../scripts/start/buildPortal.ts";

const SERVER_SOURCES = [
  "package-lock.json",
  "scripts/build",
  "scripts/lib",
  "scripts/serve.ts",
  "src/contract",
  "src/server",
  "tsconfig.server.json",
];

/**
 * Global setup of several projects: builds the portal and compiles the server once, before several products would each
 * build them. A compiled server starts in half the CPU time.
 */
export async function setup(): Promise<void> {
  if (process.env[COMPILED_SERVER_VARIABLE]) return;
  await buildPortal();
  const program = join(COMPILED_FOLDER, "scripts", "serve.js");
  if (await isStale(program, SERVER_SOURCES)) await compileServer();
  process.env[COMPILED_SERVER_VARIABLE] = program;
}
