/** What our own store is registered under and reached by. */
export interface EmbeddedAccount {
  accountName: string;
  /** Base64, as of an Azure storage account. */
  accountKey: string;
  port: number;
  /** The loopback address by default: the connection string is for this server itself. */
  host?: string;
}

/** The connection string with which the storage library reaches our own store on this machine. */
export function embeddedConnectionString({ accountName, accountKey, port, host }: EmbeddedAccount): string {
  return [
    "DefaultEndpointsProtocol=http",
    `AccountName=${accountName}`,
    `AccountKey=${accountKey}`,
    `BlobEndpoint=http://${host ?? "127.0.0.1"}:${port}/${accountName}`,
  ].join(";");
}
