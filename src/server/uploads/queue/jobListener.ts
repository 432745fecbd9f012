import pg from "pg";
import { JOB_CHANNEL } from "../../stores/uploads/uploadStore.ts";

const RECONNECT_DELAY_MS = 5000;

export interface JobListener {
  stop(): Promise<void>;
}

/** Calls back when any process has enqueued an upload. After a lost connection it connects again; until then, workers poll. */
export function listenForJobs(databaseUrl: string, onJob: () => void): JobListener {
  let client: pg.Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let isStopped = false;
  const connect = async () => {
    const connecting = new pg.Client({ connectionString: databaseUrl });
    client = connecting;
    connecting.on("error", scheduleReconnect);
    connecting.on("end", scheduleReconnect);
    connecting.on("notification", onJob);
    await connecting.connect();
    await connecting.query(`LISTEN ${JOB_CHANNEL}`);
    onJob();
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
