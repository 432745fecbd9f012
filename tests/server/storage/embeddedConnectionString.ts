export interface EmbeddedAccount {
  accountName: string;
  /** Base64, like the key of an Azure storage account. */
  accountKey: string;
  port: number;
  /** 127.0.0.1 by default. */
  host?: string;
}

export function buildEmbeddedConnectionString({
  accountName,
  accountKey,
  port,
  host,
}: EmbeddedAccount): string {
  return [
    "DefaultEndpointsProtocol=http",
    `AccountName=${accountName}`,
    `AccountKey=${accountKey}`,
    `BlobEndpoint=http://${host ?? "127.0.0.1"}:${port}/${accountName}`,
  ].join(";");
}
