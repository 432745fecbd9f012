import { buildPortal } from "../../scripts/start/buildPortal.ts";

/** Global setup of several projects: builds the portal once, before several products would each build it. */
export async function setup(): Promise<void> {
  if (process.env["PORTAL_IS_BUILT"]) return;
  await buildPortal();
  process.env["PORTAL_IS_BUILT"] = "1";
}
