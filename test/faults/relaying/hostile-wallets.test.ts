import { type Address, padHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { walletSignature } from "../../contracts/signing.ts";
import { newContractWallet } from "../../harness/chain/contract-wallet.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import type { Fault, RpcRequest } from "../../harness/chain/rpc-proxy.ts";
import { confirm, createPayment, type SignedOption, signPayment } from "../../harness/chain/wallet.ts";
import { type Buyer, setBalance, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, relayStateOf, statusOf } from "../payments/confirmed.ts";
import { EVENTUALLY, gasOf, stage, succeedsOnce } from "./relay-stage.ts";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

describe.concurrent("costs little", { timeout: 120_000 }, () => {
  test.for([
    ["ORIGIN, which the relayer's simulation shows", "32", "held", 65],
    ["GASPRICE, which no simulation shows", "3a", "quarantined", 66],
  ] as const)("a wallet that burns gas if it sees %s", async ([_, tell, state, signatureBytes], context) => {
    const { server, relay, relayers } = await stage(chain, context, 3);
    const hostile = await hostileWallet(server, `${tell}6014${YES_UNLESS}`);
    const payments: SignedOption[] = [];
    for (let payment = 0; payment < HOSTILE_PAYMENTS; payment++) {
      payments.push(await hostilePayment(server, hostile, signatureBytes));
    }
    const honest = await confirmedPayment(server);
    await relay();
    await succeedsOnce(honest, server);
    for (const { paymentId } of payments) {
      await vi.waitFor(async () => expect(await relayStateOf(server, paymentId)).toBe(state), EVENTUALLY);
    }
    expect(await gasOf(chain, relayers)).toBeLessThan(1_000_000n); // with the honest payment's own
    await succeedsOnce(await confirmedPayment(server), server);
  });

  test.for([
    ["a cheap signature check", ""],
    ["an expensive signature check", THINKS],
  ] as const)(
    "ten wallets whose every simulation pays and every transaction burns gas, with %s: 2 M gas in all",
    async ([_, thinks], context) => {
      const { server, node, relay, relayers } = await stage(chain, context, 3);
      const tell = privateKeyToAccount(generatePrivateKey()).address;
      await server.client.setBalance({ address: tell, value: 1n });
      node.misbehave(simulatesWithout(tell));
      const hostile: SignedOption[] = [];
      const attack = async () => {
        for (let wallet = 0; wallet < HOSTILE_PAYMENTS / 2; wallet++) {
          const code = `${thinks}73${tell.slice(2)}31${thinks ? "6030" : "6029"}${YES_UNLESS}`;
          hostile.push(await hostilePayment(server, await hostileWallet(server, code), 66));
        }
      };
      await attack();
      const wallet = await newContractWallet(server);
      const honest = [await confirmedPayment(server), await walletPayment(server, wallet)];
      await attack();
      const { errors } = await relay();
      for (const each of honest) await succeedsOnce(each, server);
      await vi.waitFor(async () => {
        expect(errors.join()).toContain("wasted their gas of the day");
        expect(await server.sql("select from relay_batches where mined_in is null")).toEqual([]);
      }, EVENTUALLY);
      for (const { paymentId } of hostile) expect(await statusOf(server, paymentId)).toBe("processing");
      // A wallet that has paid before, and accounts without code, go on.
      for (const each of [await confirmedPayment(server), await walletPayment(server, wallet)]) {
        await succeedsOnce(each, server);
      }
      const gas = await gasOf(chain, relayers);
      expect(gas).toBeGreaterThan(500_000n);
      expect(gas).toBeLessThan(2_000_000n); // with the four honest payments
    },
  );
});

const HOSTILE_PAYMENTS = 10;
/** Burns all gas if the item below the jump's target is not zero; otherwise returns EIP-1271's magic value. */
const YES_UNLESS = "57631626ba7e60e01b60005260206000f35bfe";
/** Hashes 128 KiB, for about 70 000 gas. */
const THINKS = "620200005f2050";

async function hostileWallet(server: TestServer, code: string): Promise<Buyer> {
  const address: Address = privateKeyToAccount(generatePrivateKey()).address;
  await server.client.setCode({ address, bytecode: `0x${code}` });
  await setBalance(server.client, server.deployment.usdc, address, 100_000n);
  return { privateKey: generatePrivateKey(), address, account: `${server.caip2}:${address}` };
}

/** One cent. */
async function hostilePayment(server: TestServer, buyer: Buyer, signatureBytes: number): Promise<SignedOption> {
  const paymentId = await createPayment(server, { amount: { unit: "iso4217/USD", value: "1" } });
  const option = await signPayment(server, paymentId, buyer);
  const signed = { ...option, signature: padHex(option.signature, { dir: "right", size: signatureBytes }) };
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  return signed;
}

async function walletPayment(server: TestServer, wallet: Buyer): Promise<SignedOption> {
  const option = await signPayment(server, await createPayment(server), wallet);
  const signed = { ...option, signature: walletSignature(option.signature) };
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  return signed;
}

/** A node whose simulations see this account without its balance, by which a contract can tell them. */
const simulatesWithout =
  (account: Address) =>
  async ({ method, params }: RpcRequest): Promise<Fault | null> => {
    if (method !== "eth_call" && method !== "eth_estimateGas") return null;
    const [call, block = "latest"] = params;
    const body = { jsonrpc: "2.0", id: 1, method, params: [call, block, { [account]: { balance: "0x0" } }] };
    const answer = await fetch(chain.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } };
    return error ? { type: "error", code: error.code, message: error.message } : { type: "result", result };
  };
