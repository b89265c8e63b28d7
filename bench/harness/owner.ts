// A partner with keys, created through the CLI, and merchants, created through the API.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { environmentOf } from "../../test/harness/server/environment.ts";
import type { HttpClient } from "../thousand/http.ts";
import { TURNPIKE } from "./server-process.ts";

export interface Keys {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly walletKey: string;
}

/** Runs a command of the CLI. @returns its JSON */
export async function turnpike<T>(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<T> {
  const env = environmentOf(settings);
  const { stdout } = await promisify(execFile)(process.execPath, [TURNPIKE, ...args, "--json"], { env });
  return JSON.parse(stdout) as T;
}

/**
 * @param environment the server's
 * @param partner an existing one; by default a new one
 */
export async function makeKeys(environment: Readonly<Record<string, string>>, partner?: string): Promise<Keys> {
  const partnerId =
    partner ??
    (await turnpike<{ partnerId: string }>(environment, "partner", "create", "--name", "Benchmark")).partnerId;
  const keyOf = async (role: string) =>
    (await turnpike<{ apiKey: string }>(environment, "key", "create", "--partner", partnerId, "--role", role)).apiKey;
  return { partnerId, apiKey: await keyOf("partner"), walletKey: await keyOf("wallet") };
}

/** An idempotent request of a partner. */
const headersOf = (apiKey: string) => ({ "api-key": apiKey, "idempotency-key": randomBytes(8).toString("hex") });

/** @param settlements the destination of each asset, as CAIP-19 and CAIP-10. @returns the merchant's id */
export async function makeMerchant(
  client: HttpClient,
  apiKey: string,
  settlements: readonly { readonly asset: string; readonly destination: string }[],
): Promise<string> {
  const { merchant } = await client.send<{ merchant: { id: string } }>({
    method: "POST",
    path: "/v1/merchants",
    headers: headersOf(apiKey),
    body: { merchantName: "Shop", merchantEmail: "shop@example.com" },
  });
  if (settlements.length > 0) {
    await client.send({
      method: "POST",
      path: `/v1/merchants/${merchant.id}/settlements/crypto`,
      headers: headersOf(apiKey),
      body: { settlements },
    });
  }
  return merchant.id;
}
