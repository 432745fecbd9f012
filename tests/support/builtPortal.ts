/** Global setup: builds the portal once, before several products would each build it at the same time. */
export { buildPortal as setup } from "../../scripts/start/buildPortal.ts";
