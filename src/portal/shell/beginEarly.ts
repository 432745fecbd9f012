import { endpoints, type Endpoint } from "../../contract/endpoints.ts";
import type { Account } from "../../contract/generated/entities.ts";
import { earlyCalls } from "../providers/earlyCalls.ts";
import { knownConfig, portalConfig, type PortalConfig } from "../providers/portalConfig.ts";
import { session } from "../providers/session.ts";
import { addressOf } from "../providers/vendorCall.ts";
import { routes } from "../routes.ts";
import { appCode } from "./appCode.ts";
import { screenAt, screenCode } from "./screenCode.ts";

type Reading = [Endpoint, params?: Record<string, string>];

/**
 * Sets everything going at once that the current address will need of a signed-in user: the portal's code, the
 * screen's, the configuration, and the services' first answers. Without it, each would wait for the one before.
 * Whatever fails here is asked for again, and spoken of, by the part that needs it.
 */
export function beginEarly(account: Account): void {
  if (session.isExpired()) return;
  appCode.load();
  const { route, recordId } = screenAt(location.pathname);
  screenCode.load(route).catch(() => undefined);
  const begin = (config: PortalConfig) => {
    for (const [endpoint, params] of readingsOf(account, route, recordId))
      earlyCalls.begin(addressOf(config, endpoint, params), account.accessToken);
  };
  const config = knownConfig();
  if (config) begin(config);
  else portalConfig().then(begin, () => undefined);
}

function readingsOf({ id, username }: Account, route: string, recordId?: string): Reading[] {
  const ofScreen: Reading[] =
    recordId !== undefined
      ? [[endpoints.getRecord, { recordId }]]
      : route === routes.home
        ? [
            [endpoints.listRecords, { username }],
            [endpoints.listConflicts, { username }],
          ]
        : [];
  return [
    ...ofScreen,
    [endpoints.listCollections],
    [endpoints.listAgencies],
    [endpoints.listSoftware],
    [endpoints.listContactRoles],
    [endpoints.getContact, { contactId: id }],
    // The longest answer there is; the others come first.
    ...(route === routes.view && recordId !== undefined
      ? [[endpoints.listFiles, { recordId }] satisfies Reading]
      : []),
  ];
}
