/** What one installation says to the portal; served at config.json, so that one build serves any of them. */
export interface PortalConfig {
  authBaseUrl: string;
  middlewareBaseUrl: string;
  documentationUrl: string;
  supportEmail: string;
  /** Milliseconds between two looks at records and conflicts. */
  refreshInterval: number;
  /** For services that do not grant shared access per upload: the address of the container, with its query. */
  sharedAccessUrl?: string;
  /** For services that do not answer download links. */
  downloadPrefix?: string;
  downloadQuery?: string;
}

let loading: Promise<PortalConfig> | undefined;
let known: PortalConfig | undefined;

/** The installation's configuration, asked for once. Rejects with a readable error when it cannot be had. */
export function portalConfig(): Promise<PortalConfig> {
  loading ??= fetchConfig().then(
    (config) => (known = config),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The configuration, if it has been read by now. */
export const knownConfig = (): PortalConfig | undefined => known;

async function fetchConfig(): Promise<PortalConfig> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`);
  if (!response.ok)
    throw new Error(`The portal's configuration could not be read (status ${response.status}).`);
  return (await response.json()) as PortalConfig;
}
