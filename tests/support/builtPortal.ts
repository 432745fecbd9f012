/** Before any product is started: several at once would each build the portal over what another has built. */
export { buildPortal as setup } from "../../scripts/start/buildPortal.ts";
