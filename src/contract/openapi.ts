// The parts of an OpenAPI 3.1 document that the code reads; everything else in it is plain JSON.
export interface JsonObject {
  readonly [name: string]: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter extends JsonObject {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonObject;
}

/** Values or references to shared examples, by name. */
export type Examples = Readonly<Record<string, { readonly value: unknown } | Reference>>;

interface Body {
  readonly schema: JsonObject;
  readonly examples: Examples;
}

export type Content = Readonly<Record<"application/json", Body>>;

export interface Response {
  readonly description: string;
  readonly headers: JsonObject;
  /** By media type: errors and most successes are JSON, a file may be one of several texts. */
  readonly content: Readonly<Record<string, Body>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly tags: readonly string[];
  readonly security: readonly JsonObject[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  /** A success is defined inline; errors refer to shared responses. */
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Header {
  readonly description: string;
  /** Every response that refers to it has it. */
  readonly required?: boolean;
  readonly schema: JsonObject;
}

export interface Server {
  readonly url: string;
  readonly description: string;
}

export interface Webhook extends Omit<Operation, "parameters" | "responses"> {
  readonly parameters: readonly Parameter[];
  readonly responses: JsonObject;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly jsonSchemaDialect: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: JsonObject;
  };
  readonly servers: readonly Server[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Operations by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Deliveries by the type of their event. */
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: {
    readonly securitySchemes: JsonObject;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    /** Errors by their code: the message, what to do, and a response. */
    readonly examples: Readonly<
      Record<string, { readonly summary: string; readonly description: string; readonly value: unknown }>
    >;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonObject>>;
  };
}
