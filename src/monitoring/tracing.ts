// Traces by OpenTelemetry, sent over OTLP/HTTP. A collector that is away or hangs costs nothing but a bounded queue.
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { RequestSpan, SpanAttributes, Tracing } from "../operations/ports/tracing.ts";

export interface TracingOptions {
  readonly endpoint: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly serviceName: string;
  readonly resource: ReadonlyMap<string, string>;
  readonly sampler: string;
  readonly ratio: number;
}

export interface OpenTracing extends Tracing {
  /** Fields of a log line: the trace of the work under way. */
  logFields(): object;
  /** Sends the last spans, if the collector takes them at once. */
  close(): Promise<void>;
}

/** Called after each request to the collector: null, or the HTTP status or error code by which it failed. */
export type Reported = (failure: string | null) => void;

/** Spans that wait for the collector; beyond them new ones are dropped. About 2 MB. */
const WAITING_MAX = 2_048;
const BATCH_MAX = 512;
/** Requests to the collector: one, except that a stop sends all that waits beside the one under way. */
const AT_ONCE_MAX = WAITING_MAX / BATCH_MAX + 1;
const SEND_EVERY_MS = 5_000;
const SEND_TIMEOUT_MS = 5_000;
/** A stop does not wait longer for the collector. */
const CLOSE_TIMEOUT_MS = 1_000;

/** @param about constant facts of this process */
export function openTracing(
  options: TracingOptions,
  about: { readonly version: string; readonly role: string },
  reported: Reported,
): OpenTracing {
  const provider = openProvider(options, about, reported);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer("turnpike", about.version);
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.PRODUCER }, async (span) => {
        if (span.isRecording()) span.setAttributes(plain(attributes()));
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    ended(name, durationS, attributes, hasFailed) {
      if (!trace.getActiveSpan()?.isRecording()) return;
      const startTime = Date.now() - durationS * 1_000;
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: plain(attributes), startTime });
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    requests: {
      begin(name, attributes, traceparent) {
        // Drops the caller's `tracestate`: each span would keep it, up to 16 KB.
        const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
        if (span.isRecording()) span.setAttributes(plain(attributes()));
        return requestSpan(span, trace.setSpan(parent, span));
      },
    },
    logFields() {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {};
      return traceId === undefined ? {} : { trace_id: traceId, span_id: spanId };
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      context.disable();
      propagation.disable();
    },
  };
}

function openProvider(
  options: TracingOptions,
  about: { readonly version: string; readonly role: string },
  reported: Reported,
): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: Object.fromEntries(options.headers),
    timeoutMillis: SEND_TIMEOUT_MS,
    concurrencyLimit: AT_ONCE_MAX,
  });
  const processor = new BatchSpanProcessor({
    exporter: watched(exporter, reported),
    maxQueueSize: WAITING_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_TIMEOUT_MS,
  });
  return new TracerProvider({
    sampler: samplerOf(options),
    resource: resourceFromAttributes({
      ...Object.fromEntries(options.resource),
      "service.name": options.serviceName,
      "service.version": about.version,
      "turnpike.role": about.role,
      "process.pid": process.pid,
    }),
    spanProcessors: [processor],
  });
}

const watched = (exporter: SpanExporter, reported: Reported): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      const { code = "refused or timed out" } = (result.error ?? {}) as { readonly code?: string | number };
      reported(result.code === ExportResultCode.SUCCESS ? null : String(code));
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});

const requestSpan = (span: Span, within: Context): RequestSpan => ({
  run: (next) => context.with(within, next),
  end(attributes, hasFailed) {
    span.setAttributes(plain(attributes));
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});

const plain = (attributes: SpanAttributes): Attributes => attributes as Attributes;

function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace("parentbased_", "")]?.();
  if (!root) throw new TypeError(`the sampler ${sampler} is unknown`);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}
