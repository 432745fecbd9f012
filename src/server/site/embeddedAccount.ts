import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";

/** The embedded store's account: its name, which is also its path on this server, and its key. */
export interface EmbeddedStoreAccount {
  accountName: string;
  /** Base64, as of an Azure storage account. */
  accountKey: string;
}

const NAME = "modelstore";

/** The account of the embedded store. Its key follows from the installation's secret, so there is none to keep. */
export function embeddedAccount({ tokenSecret }: Pick<Config, "tokenSecret">): EmbeddedStoreAccount {
  const accountKey = createHmac("sha512", tokenSecret).update("embedded blob store").digest("base64");
  return { accountName: NAME, accountKey };
}
