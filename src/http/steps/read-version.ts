// The API version that a request names in Pay-Version, or in WCP-Version as wallet SDKs send it.
import { isPublished, isVersionForm } from "../../contract/versions.ts";
import type { Exchange } from "../exchange.ts";
import { RequestError } from "../request/request-error.ts";

export function readVersion(exchange: Exchange): void {
  const own = exchange.request.headers["pay-version"];
  const alias = exchange.request.headers["wcp-version"];
  if (own === undefined && alias === undefined) return;
  if (own !== undefined && alias !== undefined && own !== alias)
    throw invalidVersion("must not differ from WCP-Version");
  const version = String(own ?? alias);
  if (!isVersionForm(version)) throw invalidVersion("must be a date, for example 2026-02-18, or <date>.preview");
  if (!isPublished(version)) {
    throw new RequestError("unknown_api_version", { issues: [{ field: "Pay-Version", message: "is not published" }] });
  }
  exchange.version = version;
}

const invalidVersion = (message: string): RequestError =>
  new RequestError("invalid_api_version", { issues: [{ field: "Pay-Version", message }] });
