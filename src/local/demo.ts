// The demo payment: a partner and a buyer's wallet, both only over HTTP as anybody else would, told step by step.
import { formatUnits } from "viem";
import { executeActions, type WalletAction } from "./demo-wallet.ts";
import type { Say } from "./dev.ts";
import type { DevFile } from "./dev-file.ts";

export interface DemoOptions {
  readonly say: Say;
  /** A payment that is there and open; without it one is made. */
  readonly paymentId?: string | undefined;
  /** What the buyer pays with; without it the first of dev.json's tokens. */
  readonly token?: DevFile["tokens"][number] | undefined;
  /** Called with what went over the wire; without it nobody wants to see it. */
  readonly wire?: (direction: "→" | "←", text: string) => void;
}

/** 12.50 USD. */
const AMOUNT = { unit: "iso4217/USD", value: "1250" };
const POLL_MS = 30_000;

interface Exchange {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** @returns the id of the payment, which has succeeded. @throws where any step of it fails, with the server's words */
export async function runDemo(dev: DevFile, options: DemoOptions): Promise<string> {
  const { say, wire, token = dev.tokens[0] } = options;
  if (!token) throw new Error("The local chains have no token: start with another TURNPIKE_DIR.");
  const send = <T>(exchange: Exchange) => exchangeWith<T>(dev.baseUrl, exchange, wire);
  const [caip2 = ""] = token.asset.split("/");
  const partner = { "Api-Key": dev.apiKey, "Merchant-Id": dev.merchantId };
  const wallet = { "Api-Key": dev.walletApiKey };
  const startedMs = performance.now();

  const paymentId = options.paymentId ?? (await create(send, partner, say));
  const gateway = `/v1/gateway/payment/${paymentId}`;
  const { options: offered } = await send<{ options: WireOption[] | null }>({
    method: "POST",
    path: `${gateway}/options?includePaymentInfo=true`,
    headers: wallet,
    body: { accounts: [`${caip2}:${dev.buyer.address}`] },
  });
  if (!offered) throw new Error(`The payment ${paymentId} cannot be paid any more`);
  const option = offered.find(({ amount }) => amount.unit === `caip19/${token.asset}`);
  if (!option) throw new Error(`The demo buyer is not offered ${token.symbol} on ${caip2}: is the local chain up?`);
  const { assetSymbol, decimals } = option.amount.display;
  const shown = (value: bigint) => `${formatUnits(value, decimals)} ${assetSymbol}`;
  const amount = BigInt(option.amount.value);
  say(`2 options    ${offered.length}: the buyer pays ${shown(amount)}`);

  const data = option.actions.find(({ type }) => type === "build")?.data.data;
  const { actions } = await send<{ actions: WalletAction[] }>({
    method: "POST",
    path: `${gateway}/fetch`,
    headers: wallet,
    body: { optionId: option.id, data },
  });
  const done = await executeActions(dev, actions);
  for (const { what } of done) say(`3 ${what}`);

  const confirmedMs = performance.now();
  const accepted = await send<StatusResult>({
    method: "POST",
    path: `${gateway}/confirm`,
    headers: wallet,
    body: { optionId: option.id, results: done.map(({ result }) => ({ type: "walletRpc", data: [result] })) },
  });
  const isRelayed = token.method === "eip3009" || token.method === "permit2";
  const next = isRelayed ? "the relayer puts it into a batch" : "the watcher waits for the buyer's transaction";
  say(`4 confirmed  ${accepted.status}: ${next}`);

  const final = accepted.isFinal ? accepted : await untilFinal(send, `${gateway}/status?maxPollMs=${POLL_MS}`, wallet);
  if (final.status !== "succeeded") throw new Error(`The demo payment ended as ${final.status}`);
  const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);
  say(`5 succeeded  in transaction ${final.info?.txId}, ${seconds(confirmedMs)} s after the confirm`);

  // Another payment may be of a merchant that the demo partner's header does not name.
  if (options.paymentId === undefined) {
    const paidOut = await readPaidOut(send, partner, paymentId);
    say(
      `6 settled    ${shown(paidOut)} reached the merchant at ${dev.destination}; the operator's fee is ${shown(amount - paidOut)}`,
    );
  }
  say(`             ${seconds(startedMs)} s in all`);
  return paymentId;
}

type Send = <T>(exchange: Exchange) => Promise<T>;

async function create(send: Send, partner: Exchange["headers"], say: Say): Promise<string> {
  const { paymentId, gatewayUrl } = await send<{ paymentId: string; gatewayUrl: string }>({
    method: "POST",
    path: "/v1/payments",
    headers: partner,
    body: { amount: AMOUNT, referenceId: `demo ${new Date().toISOString()}` },
  });
  say(`1 created    ${paymentId}: 12.50 USD; the buyer is sent to ${gatewayUrl}`);
  return paymentId;
}

async function readPaidOut(send: Send, partner: Exchange["headers"], paymentId: string): Promise<bigint> {
  const details = await send<{ settlement: { successful: { amount: { value: string } } | null } | null }>({
    method: "GET",
    path: `/v1/payments/${paymentId}`,
    headers: partner,
  });
  if (!details.settlement?.successful) throw new Error("The demo payment succeeded but shows no settlement");
  return BigInt(details.settlement.successful.amount.value);
}

interface WireOption {
  readonly id: string;
  readonly amount: {
    readonly unit: string;
    readonly value: string;
    readonly display: { readonly assetSymbol: string; readonly decimals: number };
  };
  readonly actions: readonly { readonly type: string; readonly data: { readonly data: string } }[];
}

interface StatusResult {
  readonly status: string;
  readonly isFinal: boolean;
  readonly info: { readonly txId: string } | null;
}

async function untilFinal(send: Send, path: string, headers: Exchange["headers"]): Promise<StatusResult> {
  for (;;) {
    const result = await send<StatusResult>({ method: "GET", path, headers });
    if (result.isFinal) return result;
  }
}

async function exchangeWith<T>(
  baseUrl: string,
  { method, path, headers, body }: Exchange,
  wire: DemoOptions["wire"],
): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  wire?.("→", `${method} ${path}${text ? ` ${text}` : ""}`);
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...headers, ...(text ? { "Content-Type": "application/json" } : {}) },
    ...(text ? { body: text } : {}),
  });
  const answer = await response.text();
  wire?.("←", `${response.status} ${answer}`);
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${answer}`);
  return JSON.parse(answer) as T;
}
