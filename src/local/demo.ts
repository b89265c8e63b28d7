// The demo payment: a partner and a buyer's wallet, each with the client of `turnpike/client`, reported step by step.
import { createWalletClient, formatUnits, http, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  createGatewayClient,
  createPartnerClient,
  type KeptResults,
  type PartnerClient,
  type PaymentOption,
  type PaymentResult,
  type PayProgress,
  pay,
  type ViemWallet,
} from "../client/index.ts";
import type { Say } from "./dev.ts";
import type { DevFile } from "./dev-file.ts";

type Token = DevFile["tokens"][number];

export interface DemoOptions {
  readonly say: Say;
  /** An existing open payment to pay; by default a new one is created. */
  readonly paymentId?: string | undefined;
  /** The token to pay with, by default the first one in dev.json. */
  readonly token?: Token | undefined;
  /** Called with each request and response. */
  readonly wire?: (direction: "→" | "←", text: string) => void;
}

/** 12.50 USD. */
const AMOUNT = { unit: "iso4217/USD", value: "1250" } as const;

/**
 * @returns the id of the payment, which has succeeded
 * @throws ApiError, NoAnswerError, PayError
 */
export async function runDemo(dev: DevFile, options: DemoOptions): Promise<string> {
  const { say, wire, token = dev.tokens[0] } = options;
  if (!token) throw new Error("The local chains have no token: start with another TURNPIKE_DIR.");
  const connection = { baseUrl: dev.baseUrl, ...(wire && { fetch: fetchShownTo(wire) }) };
  const partner = createPartnerClient({ ...connection, apiKey: dev.apiKey, merchantId: dev.merchantId });
  // A wallet that sends its App-Id pays payments of both modes.
  const gateway = createGatewayClient({ ...connection, appId: dev.walletApp.appId, clientId: "demo" });
  const [chain = ""] = token.asset.split("/");
  const startedMs = performance.now();
  let confirmedMs = startedMs;
  let amount = 0n;

  // Read before the payment is quoted: somebody may change it while the payment is on its way. An existing payment may
  // belong to a merchant other than the demo's.
  const to = options.paymentId === undefined ? await readDestination(partner, dev.merchantId, token) : null;
  const link = options.paymentId ?? (await create(partner, say));
  const result = await pay(link, {
    payLinkHosts: [dev.payLinkHost],
    gateway,
    wallet: walletOf(dev),
    accounts: [`${chain}:${dev.buyer.address}`],
    contracts: Object.fromEntries(dev.chains.map(({ caip2, router, permit2 }) => [caip2, { router, permit2 }])),
    choose(offered) {
      const option = choose(offered, token, chain);
      amount = BigInt(option.amount.value);
      say(`2 options    the buyer pays ${shown(token, amount)}`);
      return option;
    },
    kept: sayingEachStep(dev, say),
    onProgress: sayingOnce((status) => {
      confirmedMs = performance.now();
      const isRelayed = token.method === "eip3009" || token.method === "permit2";
      const next = isRelayed ? "the relayer puts it into a batch" : "the watcher waits for the buyer's transaction";
      say(`4 confirmed  ${status}: ${next}`);
    }),
  });
  if (result.status !== "succeeded") throw new Error(`The demo payment ended as ${result.status}`);
  const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);
  say(`5 succeeded  in transaction ${result.info?.txId}, ${seconds(confirmedMs)} s after the confirm`);
  if (to !== null) {
    const paidOut = await readPaidOut(partner, result.paymentId);
    const fee = shown(token, amount - paidOut);
    say(`6 settled    ${shown(token, paidOut)} reached the merchant${to}; the operator's fee is ${fee}`);
  }
  say(`             ${seconds(startedMs)} s in all`);
  return result.paymentId;
}

/** @returns the payment link */
async function create({ payments }: PartnerClient, say: Say): Promise<string> {
  const referenceId = `demo ${new Date().toISOString()}`;
  const { paymentId, gatewayUrl } = await payments.create({ amount: AMOUNT, referenceId });
  say(`1 created    ${paymentId}: 12.50 USD; the buyer is sent to ${gatewayUrl}`);
  return gatewayUrl;
}

function choose(offered: readonly PaymentOption[], token: Token, chain: string): PaymentOption {
  const option = offered.find(({ amount }) => amount.unit === `caip19/${token.asset}`);
  if (!option) throw new Error(`The demo buyer is not offered ${token.symbol} on ${chain}: is the local chain up?`);
  return option;
}

const shown = ({ symbol, decimals }: Token, value: bigint): string => `${formatUnits(value, decimals)} ${symbol}`;

const walletOf = ({ buyer, chains }: DevFile): ViemWallet => {
  const account = privateKeyToAccount(buyer.privateKey);
  return {
    account,
    clientOf: (chain) =>
      createWalletClient({ account, transport: http(chains.find(({ caip2 }) => caip2 === chain)?.rpcUrl) }),
  };
};

/** Reports each signature and transaction; the demo keeps none of them. */
const sayingEachStep = ({ chains }: DevFile, say: Say): KeptResults => ({
  read: () => null,
  keep(step, result) {
    const router = chains.find(({ caip2 }) => caip2 === step.chain)?.router;
    if (step.kind === "sign") {
      const { primaryType } = JSON.parse(step.typedData) as TypedDataDefinition;
      return say(`3 signed     ${primaryType} for the router ${router}`);
    }
    const what = step.kind === "send" ? "a payment to the router" : "an approval to the token";
    say(`3 sent       ${what} ${step.transaction.to}, in transaction ${result}`);
  },
});

/** Calls back with the first status that the gateway returns for the confirm. */
function sayingOnce(confirmed: (status: PaymentResult["status"]) => void): (progress: PayProgress) => void {
  let isConfirmed = false;
  return (progress) => {
    if (progress.step !== "status" || isConfirmed) return;
    isConfirmed = true;
    confirmed(progress.result.status);
  };
}

/** @returns the amount that reached the merchant, in smallest units */
async function readPaidOut({ payments }: PartnerClient, paymentId: string): Promise<bigint> {
  const { settlement } = await payments.get(paymentId);
  if (!settlement?.successful) throw new Error("The demo payment succeeded but shows no settlement");
  return BigInt(settlement.successful.amount.value);
}

/** @returns " at" its address, or nothing if somebody has removed it in the console */
async function readDestination({ merchants }: PartnerClient, merchantId: string, { asset }: Token): Promise<string> {
  const { settlements } = (await merchants.get(merchantId)).merchant;
  const destination = settlements.crypto.find((each) => each.asset === asset)?.destination;
  return destination ? ` at ${destination.split(":")[2]}` : "";
}

/** The global fetch, reporting each request and response. */
const fetchShownTo =
  (wire: NonNullable<DemoOptions["wire"]>): typeof fetch =>
  async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const body = typeof init?.body === "string" ? ` ${init.body}` : "";
    wire("→", `${init?.method ?? "GET"} ${pathname}${search}${body}`);
    const response = await fetch(input, init);
    wire("←", `${response.status} ${await response.clone().text()}`);
    return response;
  };
