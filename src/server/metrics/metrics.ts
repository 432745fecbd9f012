import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { countWaitingUploads } from "../stores/uploads/uploadStore.ts";
import type { Stage } from "../uploads/queue/processUpload.ts";

export interface Metrics {
  registry: Registry;
  /** Measures all requests of this server from now on. */
  observeRequests(app: FastifyInstance): void;
  onStageReached(stage: Stage, uploadId: string): void;
}

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const STAGE_SECONDS = [1, 5, 15, 60, 300, 900, 3600];

/** The queue, the database and the store are measured when Prometheus reads the metrics. */
export function createMetrics(services: Services): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until a response was sent, by route and status.",
    labelNames: ["method", "route", "status"] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const receivedBytes = new Counter({
    name: "store_received_bytes_total",
    help: "Bytes of requests to the embedded store, such as blocks of uploads.",
    registers,
  });
  const stages = new Histogram({
    name: "upload_stage_duration_seconds",
    help: "Time to reach a stage of processing since the previous one.",
    labelNames: ["stage"] as const,
    buckets: STAGE_SECONDS,
    registers,
  });
  registerQueueGauges(services, registers);
  registerLatencyGauges(services, registers);
  const stageTimers = new Map<string, number>();
  return {
    registry,
    observeRequests(app) {
      app.addHook("onResponse", async (request, reply) => {
        const { method, routeOptions, headers } = request;
        const route = routeOptions.url ?? "unknown";
        requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        if (method === "PUT") receivedBytes.inc(Number(headers["content-length"] ?? 0));
      });
    },
    onStageReached(stage, uploadId) {
      const since = stageTimers.get(uploadId);
      const now = performance.now();
      if (since !== undefined) stages.observe({ stage }, (now - since) / 1000);
      if (stage === "cataloged") stageTimers.delete(uploadId);
      else stageTimers.set(uploadId, now);
    },
  };
}

function registerQueueGauges({ db, now }: Services, registers: Registry[]): void {
  new Gauge({
    name: "upload_queue_oldest_seconds",
    help: "How long the oldest upload has been waiting for processing.",
    registers,
    async collect() {
      const { oldestDueAt } = await countWaitingUploads(db);
      this.set(oldestDueAt ? Math.max(0, (now().getTime() - oldestDueAt.getTime()) / 1000) : 0);
    },
  });
  new Gauge({
    name: "upload_queue_depth",
    help: "Uploads that wait for processing or are being processed.",
    registers,
    async collect() {
      this.set((await countWaitingUploads(db)).count);
    },
  });
}

function registerLatencyGauges({ db, storage }: Services, registers: Registry[]): void {
  const checks = {
    database: () => sql`SELECT 1`.execute(db),
    store: () => storage.find("store-id"),
  };
  for (const [name, check] of Object.entries(checks))
    new Gauge({
      name: `${name}_latency_seconds`,
      help: `Response time of the ${name} to one small request. NaN if it failed.`,
      registers,
      async collect() {
        const start = performance.now();
        this.set(
          await check().then(
            () => (performance.now() - start) / 1000,
            () => NaN,
          ),
        );
      },
    });
}
