import pg from "pg";
import type { Listener } from "./guardedPool.ts";

const RECONNECT_DELAY_MS = 5000;

/** After a lost connection it connects again and calls back, because notifications may have been missed. */
export function listenOnPostgres(databaseUrl: string, channel: string, onNotification: () => void): Listener {
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let isStopped = false;
  const connect = async () => {
    const connecting = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    client = connecting;
    // A client can still report errors after another one has replaced it.
    const reconnectIfCurrent = () => {
      if (client === connecting) scheduleReconnect();
    };
    connecting.on("error", reconnectIfCurrent);
    connecting.on("end", reconnectIfCurrent);
    connecting.on("notification", onNotification);
    try {
      await connecting.connect();
      await connecting.query(`LISTEN ${connecting.escapeIdentifier(channel)}`);
    } catch (error) {
      // Otherwise the connection would stay open beside that of the next client.
      await connecting.end().catch(() => undefined);
      throw error;
    }
    onNotification();
  };
  function scheduleReconnect(): void {
    if (isStopped) return;
    clearTimeout(reconnect);
    reconnect = setTimeout(() => void connect().catch(scheduleReconnect), RECONNECT_DELAY_MS);
  }
  const connected = connect().catch(scheduleReconnect);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(reconnect);
      await connected;
      await client?.end().catch(() => undefined);
    },
  };
}
