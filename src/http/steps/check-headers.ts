// The headers that this service reads must be ASCII, and the query UTF-8. Other headers (of proxies, of browsers) are
// not checked.
import type { Exchange } from "../exchange.ts";
import { escapesFault } from "../request/body-text.ts";
import { RequestError } from "../request/request-error.ts";

export const READ_HEADERS = [
  "api-key",
  "x-api-key",
  "x-cc-api-key",
  "authorization",
  "app-id",
  "client-id",
  "merchant-id",
  "idempotency-key",
  "pay-version",
  "wcp-version",
  "sdk-name",
  "sdk-version",
  "sdk-platform",
];

/** RFC 9110 §5.5: visible ASCII, space and tab. */
const ASCII = /^[\t\x20-\x7e]*$/;

export function checkHeaders({ request, endpoint }: Exchange): void {
  for (const name of READ_HEADERS) {
    const value = request.headers[name];
    if (typeof value === "string" && !ASCII.test(value)) {
      throw new RequestError("header_not_ascii", {
        message: `The header ${name} contains non-ASCII characters`,
        issues: [{ field: name, message: "must be ASCII" }],
      });
    }
  }
  if (request.url.includes("%00"))
    throw new RequestError("invalid_params", { message: "The URL contains a NUL character" });
  // The gateway ignores parameters that it does not know, and those it knows are numbers.
  const [, query = ""] = endpoint.caller === "wallet" ? [] : request.url.split("?");
  const fault = escapesFault("The query", query);
  if (fault) throw fault;
}
