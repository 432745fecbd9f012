import { useEffect, useState } from "react";
import { knownConfig, portalConfig, type PortalConfig } from "../providers/portalConfig.ts";

interface Reading {
  config?: PortalConfig;
  error?: unknown;
}

/** The installation's configuration once it has been read, or why it could not be. */
export function useConfigReading() {
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading>(() => {
    const config = knownConfig();
    return config ? { config } : {};
  });
  useEffect(() => {
    let isWanted = true;
    portalConfig()
      .then(
        (config): Reading => ({ config }),
        (error: unknown): Reading => ({ error }),
      )
      .then((answer) => isWanted && setReading(answer));
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const retry = () => {
    setReading({});
    setAttempt(attempt + 1);
  };
  return { ...reading, retry };
}
