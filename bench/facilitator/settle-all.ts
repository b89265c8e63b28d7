// Settles payments by the x402 reference facilitator (`@x402/evm`), in this process: without HTTP, in its favour.
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme as ClientScheme } from "@x402/evm/exact/client";
import { ExactEvmScheme as FacilitatorScheme } from "@x402/evm/exact/facilitator";
import { createNonceManager, createWalletClient, defineChain, type Hex, http, parseEther, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { jsonRpc } from "viem/nonce";
import { eachOf } from "../thousand/http.ts";
import type { Installation, Merchant } from "../thousand/installation.ts";
import { flawOf, newBuyer } from "../thousand/prepare.ts";

export interface Measured {
  readonly perSecond: number;
  readonly gas: number;
  /** Per payment. */
  readonly rpcCalls: number;
  readonly failed: number;
}

interface Mode {
  readonly name: string;
  readonly concurrent: number;
  /** viem's, which hands out nonces without asking the node. */
  readonly hasNonceManager: boolean;
}

export const MODES: readonly Mode[] = [
  { name: "facilitator as shipped, 16 at a time", concurrent: 16, hasNonceManager: false },
  { name: "facilitator at its best, 256 at a time", concurrent: 256, hasNonceManager: true },
];

/** The facilitator would poll every 4 s for receipts. */
const POLLING_MS = 100;
const AMOUNT = "10000000";
export const X402_VERSION = 2;

type Scheme = FacilitatorScheme;
type Payload = Parameters<Scheme["settle"]>[0];
type Requirements = Parameters<Scheme["settle"]>[1];

/**
 * Signs `count` payments, then verifies and settles each, as a server that sells something would. A bad payment has the
 * flaws of thousand/prepare.ts; only good ones count.
 */
export async function settleAll(
  installation: Installation,
  mode: Mode,
  count: number,
  badEvery: number,
): Promise<Measured> {
  const { rpc, chain, buyers, merchants } = installation;
  const scheme = await facilitator(installation, mode);
  const payments = await eachOf(Array.from({ length: count }), 64, async (_, i) => {
    const flaw = flawOf(i, badEvery);
    const merchant = merchants[i % merchants.length];
    const buyer = flaw === "emptied" ? await newBuyer(installation) : buyers[i % buyers.length];
    if (!buyer || !merchant) throw new Error("the benchmark has no merchants or no buyers");
    const requirements = requirementsOf(installation, merchant.destination);
    const { payload } = await new ClientScheme(buyer).createPaymentPayload(X402_VERSION, requirements);
    if (flaw === "forged") payload.signature = `0x${"1b".repeat(65)}`;
    const full = { x402Version: X402_VERSION, resource: resourceOf(merchant), accepted: requirements, payload };
    return { payload: full, requirements, flaw, payer: buyer.address };
  });
  const good = payments.filter(({ flaw }) => flaw === "none").length;
  rpc.reset();
  const startMs = performance.now();
  const outcomes = await eachOf(payments, mode.concurrent, async ({ payload, requirements, flaw, payer }) => ({
    flaw,
    hash: await settle(scheme, payload, requirements, async () => {
      if (flaw === "emptied") await installation.deal(payer, 0n);
    }),
  }));
  const ms = performance.now() - startMs;
  const calls = [...rpc.counts().values()].reduce((sum, times) => sum + times, 0);
  const settled = outcomes.flatMap(({ flaw, hash }) => (flaw === "none" && hash !== null ? [hash] : []));
  const receipts = await eachOf(settled, 64, (hash) => chain.getTransactionReceipt({ hash }));
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
  return {
    perSecond: (settled.length * 1_000) / ms,
    gas: gas / Math.max(settled.length, 1),
    rpcCalls: calls / count,
    failed: good - settled.length,
  };
}

/** The hash of the payment's transaction; null if the facilitator failed. */
async function settle(
  scheme: Scheme,
  payload: Payload,
  requirements: Requirements,
  verified: () => Promise<void>,
): Promise<Hex | null> {
  try {
    const { isValid } = await scheme.verify(payload, requirements);
    if (!isValid) return null;
    await verified();
    const { success, transaction } = await scheme.settle(payload, requirements);
    return success ? (transaction as Hex) : null;
  } catch (error) {
    process.stderr.write(`facilitator: ${error instanceof Error ? error.message.split("\n")[0] : error}\n`);
    return null;
  }
}

async function facilitator({ rpc, caip2, chain }: Installation, { hasNonceManager }: Mode): Promise<Scheme> {
  const nonceManager = createNonceManager({ source: jsonRpc() });
  const account = privateKeyToAccount(generatePrivateKey(), hasNonceManager ? { nonceManager } : {});
  await chain.setBalance({ address: account.address, value: parseEther("100") });
  const network = defineChain({
    id: Number(caip2.split(":")[1]),
    name: "local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpc.url] } },
  });
  const client = createWalletClient({ account, chain: network, transport: http(), pollingInterval: POLLING_MS });
  const { address } = account;
  const signer = toFacilitatorEvmSigner({ ...client.extend(publicActions), address } as unknown as Signer);
  return new FacilitatorScheme(signer);
}

/** What a client pays for: `@x402/core` repeats it from the 402 response. */
export const resourceOf = ({ id }: Merchant): NonNullable<Payload["resource"]> => ({
  url: `https://${id.replace("_", "-").toLowerCase()}.example/report`,
  description: "A report",
  mimeType: "application/json",
});

type Signer = Parameters<typeof toFacilitatorEvmSigner>[0];

export const requirementsOf = ({ caip2, token }: Installation, payTo: string): Requirements => ({
  scheme: "exact",
  network: caip2 as Requirements["network"],
  asset: token,
  amount: AMOUNT,
  payTo,
  maxTimeoutSeconds: 3_600,
  extra: { name: "USD Coin", version: "2" },
});
