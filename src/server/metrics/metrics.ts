import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { getDependencyChecks } from "../dependencyChecks.ts";
import type { Services } from "../services.ts";
import { countDeadJobs, countWaitingJobs } from "../stores/jobStore.ts";
import { UPLOAD_JOB } from "../stores/uploads/uploadStore.ts";
import type { Stage } from "../uploads/pipeline/processUpload.ts";

export interface Metrics {
  registry: Registry;
  /** Measures all requests of this server from now on. */
  observeRequests(app: FastifyInstance): void;
  onStageReached(stage: Stage, uploadId: string): void;
}

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const STAGE_SECONDS = [1, 5, 15, 60, 300, 900, 3600];
const MAX_TIMED_UPLOADS = 100;

/** The queue, the database and the store are measured when Prometheus reads the metrics. */
export function createMetrics(services: Services): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Seconds from a request to its response, by route and status.",
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
    help: "Seconds from one processing stage of an upload to the next, by the stage reached.",
    labelNames: ["stage"] as const,
    buckets: STAGE_SECONDS,
    registers,
  });
  registerQueueGauges(services, registers);
  registerLatencyGauges(services, registers);
  // Bounded, because a rejected upload reaches no last stage.
  const stageTimes = new LRUCache<string, number>({ max: MAX_TIMED_UPLOADS });
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
      const now = performance.now();
      const since = stageTimes.get(uploadId);
      // The time before a claim was spent in the queue.
      if (stage !== "claimed" && since !== undefined) stages.observe({ stage }, (now - since) / 1000);
      stageTimes.set(uploadId, now);
    },
  };
}

/** An error in one gauge would fail the whole request of Prometheus. */
const orNaN = (value: Promise<number>): Promise<number> => value.catch(() => NaN);

function registerQueueGauges({ db, now }: Services, registers: Registry[]): void {
  new Gauge({
    name: "upload_queue_oldest_seconds",
    help: "Seconds that the oldest upload has been waiting for processing. NaN if the database failed.",
    registers,
    async collect() {
      const seconds = countWaitingJobs(db, UPLOAD_JOB).then(({ oldestDueAt }) =>
        oldestDueAt ? Math.max(0, (now().getTime() - oldestDueAt.getTime()) / 1000) : 0,
      );
      this.set(await orNaN(seconds));
    },
  });
  new Gauge({
    name: "upload_queue_depth",
    help: "Uploads that wait for processing or are being processed. NaN if the database failed.",
    registers,
    async collect() {
      this.set(await orNaN(countWaitingJobs(db, UPLOAD_JOB).then(({ count }) => count)));
    },
  });
  new Gauge({
    name: "dead_jobs",
    help: "Background jobs that failed too often and wait for an operator. NaN if the database failed.",
    registers,
    async collect() {
      this.set(await orNaN(countDeadJobs(db)));
    },
  });
}

function registerLatencyGauges(services: Services, registers: Registry[]): void {
  for (const [name, check] of Object.entries(getDependencyChecks(services)))
    new Gauge({
      name: `${name}_latency_seconds`,
      help: `Seconds that the ${name} takes to answer one small request. NaN if the request failed.`,
      registers,
      async collect() {
        const start = performance.now();
        this.set(await orNaN(check().then(() => (performance.now() - start) / 1000)));
      },
    });
}
