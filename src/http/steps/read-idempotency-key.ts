import type { Exchange } from "../exchange.ts";
import { RequestError } from "../request/request-error.ts";

/** The API's limit. */
const KEY_LENGTH_MAX = 255;

export function readIdempotencyKey(exchange: Exchange): void {
  const { idempotency } = exchange.endpoint;
  if (idempotency === "none") return;
  const key = exchange.request.headers["idempotency-key"];
  if (typeof key !== "string") {
    if (idempotency === "required") throw new RequestError("missing_idempotency_key");
    return;
  }
  if (key.length < 1 || key.length > KEY_LENGTH_MAX) {
    const message = `must have 1 to ${KEY_LENGTH_MAX} characters`;
    throw new RequestError("params_validation", {
      message: `Idempotency-Key ${message}`,
      issues: [{ field: "Idempotency-Key", message }],
    });
  }
  exchange.idempotencyKey = key;
}
