// What the specification shows of an endpoint beside its schemas. A test holds each value against its schema.

export interface EndpointExamples {
  /** Bodies a caller sends, by what they show; none where the endpoint takes no body. */
  readonly bodies?: Readonly<Record<string, unknown>>;
  /** Bodies of a success, by what they show. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** By operation id. */
export type ExamplesById = Readonly<Record<string, EndpointExamples>>;
