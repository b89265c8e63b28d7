// A collector of OpenTelemetry: an OTLP/HTTP server that decodes what it receives, or never responds.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  spans(): readonly CollectedSpan[];
  /** Headers and body of each request. */
  readonly requests: readonly { readonly path: string; readonly apiKey: string | undefined; readonly body: string }[];
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly Value[] };
}

interface WireSpan extends Omit<CollectedSpan, "attributes" | "resource"> {
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const plainValue = ({ stringValue, intValue, boolValue, arrayValue }: Value): unknown =>
  arrayValue ? arrayValue.values.map(plainValue) : (stringValue ?? boolValue ?? Number(intValue));

const recordOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));

export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const requests: Collector["requests"][number][] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? "", apiKey: request.headers["api-key"]?.toString(), body });
      if (!hangs) response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans
            .flatMap(({ spans }) => spans)
            .map((span) => ({
              ...span,
              attributes: recordOf(span.attributes),
              resource: recordOf(resource.attributes),
            })),
        ),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
