// Spans of this process's work, for a collector of traces. Without one, `UNTRACED` costs nothing.

export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface Tracing {
  /**
   * Runs `work` in a new span; spans that begin within it are its children.
   * @param attributes called only if the span is recorded
   */
  span<T>(name: string, attributes: () => SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** A part of the work under way that has just ended; ignored outside of a span. */
  ended(name: string, durationS: number, attributes: SpanAttributes, hasFailed: boolean): void;
  /** Headers of a request by which its receiver continues the trace (W3C Trace Context). */
  headers(): Readonly<Record<string, string>>;
  /** Null: requests are not traced. */
  readonly requests: RequestTracing | null;
}

export interface RequestTracing {
  /**
   * @param attributes called only if the span is recorded
   * @param traceparent the request's header, whose trace the span continues
   */
  begin(name: string, attributes: () => SpanAttributes, traceparent: string | undefined): RequestSpan;
}

export interface RequestSpan {
  /** Calls `next` within the span. */
  run(next: () => void): void;
  end(attributes: SpanAttributes, hasFailed: boolean): void;
}

export const UNTRACED: Tracing = {
  span: (_name, _attributes, work) => work(),
  ended: () => {},
  headers: () => ({}),
  requests: null,
};
