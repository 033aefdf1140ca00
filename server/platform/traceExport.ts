import { setTimeout as wait } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { VERSION } from '#domain/constants.ts';
import { setTracing } from './tracing.ts';

/** Time to send what is left when the server stops. */
const FLUSH_MS = 1_000;

/**
 * Sends the spans of this process to an OpenTelemetry collector (OTLP over HTTP). Loaded only where TRACES_URL is set.
 * Returns how to send what is left, and to stop.
 */
export function exportTraces(url: string): () => Promise<void> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'entry', 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  trace.setGlobalTracerProvider(provider);
  setTracing(true);
  return async () => {
    setTracing(false);
    // A collector that is away or hangs must not hold up the end of the server.
    await Promise.race([provider.shutdown().catch(() => undefined), wait(FLUSH_MS, undefined, { ref: false })]);
    for (const api of [trace, context, propagation]) api.disable();
  };
}
