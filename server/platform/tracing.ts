import { context, propagation, SpanKind, SpanStatusCode, type TextMapGetter, trace } from '@opentelemetry/api';
import { requestId } from './requestId.ts';

/** Looked up at each use: a tracer that is kept would stay with the provider that was set first. */
const tracer = () => trace.getTracer('cloud-phone-entry');

/** Whether TRACES_URL is set (traceExport.ts). Without it no span is created, because even unsent spans take time. */
let isTracing = false;
/** Turns tracing on or off. */
export const setTracing = (isOn: boolean): void => {
  isTracing = isOn;
};

type ReadHeader = (name: string) => string | undefined;

const headerGetter: TextMapGetter<ReadHeader> = { get: (header, name) => header(name), keys: () => [] };

/**
 * Runs a call of the API as a span with its method, route template, status and request id; nothing of the request's
 * contents. It continues the trace of a proxy (`traceparent`).
 */
export function tracedCall<Reply extends { status: number }>(
  { method, route, header }: { method: string; route: string; header: ReadHeader },
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!isTracing) return work();
  const parent = propagation.extract(context.active(), header, headerGetter);
  const attributes = { 'http.request.method': method, 'http.route': route, 'entry.request': requestId() ?? '' };
  return tracer().startActiveSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
    try {
      const reply = await work();
      span.setAttribute('http.response.status_code', reply.status);
      if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return reply;
    } finally {
      span.end();
    }
  });
}

/** Runs a request to another service as a span within that of the call; `outcome` is a word for its result. */
export function tracedRequest<Result>(
  name: string,
  work: () => Promise<Result>,
  outcome: (result: Result) => string,
): Promise<Result> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT }, async (span) => {
    try {
      const result = await work();
      span.setAttribute('entry.outcome', outcome(result));
      return result;
    } finally {
      span.end();
    }
  });
}
