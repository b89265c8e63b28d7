// A server with a demo buyer on its own chain, seen in test mode, and what a shop hears of a payment.
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { asPartner } from "../../harness/server/as-partner.ts";
import { type ServerOptions, setBalance, startServer, type TestServer } from "../../harness/server/server.ts";

/** Enough for many payments of 10 USDC. */
const HOLDS = 1_000_000_000n;
/** Seconds, so that payments that cannot be made fail soon. */
const GRACE_S = 10;

export interface Rehearsing {
  readonly chain: OwnChain;
  /** The server as its partner's live mode. */
  readonly live: TestServer;
  readonly shop: TestServer;
  stop(): Promise<void>;
}

export async function startRehearsing(role: ServerOptions["role"] = "all"): Promise<Rehearsing> {
  const chain = await startOwnChain();
  const key = generatePrivateKey();
  const live = await startServer({
    place: chain,
    role,
    environment: { DEMO_BUYER_KEYS: key },
    chain: { inclusionGraceS: GRACE_S },
  });
  const { address } = privateKeyToAccount(key);
  await live.client.setBalance({ address, value: parseEther("10") });
  await setBalance(live.client, chain.deployment.usdc, address, HOLDS);
  await chain.mine(2); // older than any reorg
  if (role === "all") await vi.waitFor(() => announced(live), { timeout: 60_000 });
  const shop = asPartner(live, await live.newTestOwner(live.partnerId));
  return {
    chain,
    live,
    shop,
    async stop() {
      await live.stop();
      await chain.stop();
    },
  };
}

/** A worker has told on which chain its demo buyer is. */
async function announced({ sql }: TestServer): Promise<void> {
  if ((await sql("select from demo_buyers")).length === 0) throw new Error("no worker has a demo buyer yet");
}

/** @param afterS seconds until it expires */
export const rehearse = (shop: TestServer, fault: string, afterS = 300): Promise<string> =>
  createPayment(shop, { referenceId: `test:${fault} order 1`, expiresAt: Math.floor(Date.now() / 1_000) + afterS });

interface WireEvent {
  readonly type: string;
  readonly data: { readonly exception?: { readonly kind: string } };
}

/** The payment's events so far, oldest first: a type, with the kind of an exception. */
export async function heard(shop: TestServer, paymentId: string): Promise<string[]> {
  const { body } = await shop.call<{ data: WireEvent[] }>({ path: `/v1/events?paymentId=${paymentId}&limit=100` });
  return body.data
    .toReversed()
    .map(({ type, data: { exception } }) => (exception ? `${type} ${exception.kind}` : type));
}

export const exceptionsOf = async (shop: TestServer, paymentId: string) =>
  (
    await shop.call<{ data: { kind: string; status: string; amount: { value: string } }[] }>({
      path: `/v1/exceptions?paymentId=${paymentId}`,
    })
  ).body.data.map(({ kind, status, amount }) => `${kind} ${status} ${amount.value}`);
