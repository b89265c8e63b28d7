// The agreed fee is taken to the last unit and reaches its receiver; a payment keeps the policy it was created under.
import { type Address, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewFeePolicy } from "../../src/store/people/fee-policies.ts";
import {
  buyerWith,
  confirmResults,
  executeAll,
  fetchActions,
  onlyOption,
  startServerWithCoin,
} from "../harness/chain/methods.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { asPartner, partnerWith } from "../harness/server/as-partner.ts";
import { startOn, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;
const amountOf = (value: string) => ({ amount: { unit: "iso4217/USD", value } });

/** 0.4 % and 0.30 USD, to the partner's own address. */
const policyWith = (changes: Partial<NewFeePolicy> = {}): NewFeePolicy => ({
  ppm: 4_000n,
  fixed: new Map([["USD", 30n]]),
  minimum: new Map(),
  receivers: new Map([["*", newAddress()]]),
  ...changes,
});

/** How much each account gains while `work` runs. */
async function gained(accounts: readonly Address[], work: () => Promise<void>): Promise<bigint[]> {
  const read = () => Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));
  const before = await read();
  await work();
  return (await read()).map((balance, index) => balance - (before[index] ?? 0n));
}

async function pay(partner: TestServer, paymentId: string, buyer = server.newBuyer()): Promise<void> {
  const { status, body } = await confirm(partner, await signPayment(partner, paymentId, await buyer), 30_000);
  expect([status, body.status]).toEqual([200, "succeeded"]);
}

interface Listed {
  readonly data: readonly {
    readonly fees: {
      readonly total: { readonly unit: string; readonly value: string };
      readonly fixed: { readonly unit: string; readonly value: string };
      readonly percentage: string;
    };
    readonly settlement: { readonly amount: { readonly value: string } };
  }[];
}

describe("a partner with a percentage, a fixed fee and their own receiver", () => {
  test("pays both fees out of the buyer's amount, and sees them in the list and the details", async () => {
    const receiver = newAddress();
    const partner = await partnerWith(server, policyWith({ receivers: new Map([["*", receiver]]) }));
    const buyer = await server.newBuyer();
    const paymentId = await createPayment(partner, amountOf("1000"));
    const accounts = [buyer.address, server.destination, receiver, server.feeReceiver];
    const moved = await gained(accounts, () => pay(partner, paymentId, Promise.resolve(buyer)));
    expect(moved).toEqual([-10_000_000n, 9_660_000n, 340_000n, 0n]);

    const { body } = await partner.call<Listed>({ path: "/v1/payments" });
    const unit = `caip19/${server.caip2}/erc20:${server.deployment.usdc}`;
    expect(body.data).toMatchObject([
      {
        fees: { total: { unit, value: "340000" }, fixed: { unit, value: "300000" }, percentage: "0.4" },
        settlement: { amount: { value: "9660000" } },
      },
    ]);
    const details = await partner.call({ path: `/v1/payments/${paymentId}` });
    expect(details.body).toMatchObject({ settlement: { successful: { amount: { unit, value: "9660000" } } } });
  });

  test("is batched with partners without fees, each on their own terms", async () => {
    const receiver = newAddress();
    const partner = await partnerWith(server, policyWith({ receivers: new Map([[server.caip2, receiver]]) }));
    const moved = await gained([server.destination, receiver, server.feeReceiver], async () => {
      const ids = await Promise.all([partner, server].map((one) => createPayment(one, amountOf("1000"))));
      await Promise.all([partner, server].map((one, index) => pay(one, ids[index] ?? "")));
    });
    expect(moved).toEqual([9_660_000n + 9_960_000n, 340_000n, 40_000n]);
  });

  test("shares batches with eleven others whose receivers are their own", async () => {
    const receivers = Array.from({ length: 12 }, newAddress);
    const signed = await Promise.all(
      receivers.map(async (receiver) => {
        const partner = await partnerWith(server, policyWith({ receivers: new Map([["*", receiver]]) }));
        const paymentId = await createPayment(partner, amountOf("1000"));
        return { partner, payment: await signPayment(partner, paymentId, await server.newBuyer()) };
      }),
    );
    const moved = await gained(receivers, async () => {
      const results = await Promise.all(signed.map(({ partner, payment }) => confirm(partner, payment, 30_000)));
      expect(results.map(({ body }) => body.status)).toEqual(receivers.map(() => "succeeded"));
    });
    expect(moved).toEqual(receivers.map(() => 340_000n));
    const batches = await server.sql("select distinct tx_hash from transfers where fee_receiver = any($1)", [
      receivers,
    ]);
    expect(batches.length).toBeLessThanOrEqual(4);
  });

  test("pays out fees rounded down", async () => {
    const receiver = newAddress();
    const policy = policyWith({ ppm: 333_333n, fixed: new Map([["USD", 1n]]), receivers: new Map([["*", receiver]]) });
    const partner = await partnerWith(server, policy);
    const paymentId = await createPayment(partner, amountOf("7"));
    // 33.3333 % of 70 000 units is 23 333.31; a seventh is 10 000.
    const moved = await gained([server.destination, receiver], () => pay(partner, paymentId));
    expect(moved).toEqual([70_000n - 33_333n, 33_333n]);
  });
});

test("a payment in native coin sent by the buyer pays the receiver both fees to the wei", async () => {
  const receiver = newAddress();
  const partner = await partnerWith(server, policyWith({ receivers: new Map([["*", receiver]]) }));
  const buyer = await buyerWith(server, { coin: "20" });
  const paymentId = await createPayment(partner, amountOf("701"));
  const option = await onlyOption(partner, paymentId, buyer);
  const before = await server.client.getBalance({ address: server.destination });
  const results = await executeAll(server, buyer, await fetchActions(partner, paymentId, option));
  await confirmResults(partner, paymentId, option, results);
  expect(await untilFinal(partner, paymentId)).toMatchObject({ status: "succeeded" });
  const fee = parseEther("0.02804") + parseEther("0.3");
  expect(await server.client.getBalance({ address: receiver })).toBe(fee);
  expect(await server.client.getBalance({ address: server.destination })).toBe(before + parseEther("7.01") - fee);
  const { body } = await partner.call<Listed>({ path: "/v1/payments" });
  expect(body.data[0]?.fees).toMatchObject({
    total: { unit: `caip19/${server.caip2}/slip44:60`, value: fee.toString() },
    fixed: { value: parseEther("0.3").toString() },
    percentage: "0.4",
  });
});

describe("a changed fee policy", () => {
  async function replaceFees({ partnerId }: TestServer, fees: NewFeePolicy): Promise<void> {
    const [newest] = (await server.store.feePolicies.history(partnerId)) ?? [];
    expect(await server.store.feePolicies.append(partnerId, newest?.policy.id ?? null, fees)).not.toBeNull();
  }

  test("applies to new payments only; existing ones keep their terms, quoted or not", async () => {
    const [first, second] = [newAddress(), newAddress()];
    const partner = await partnerWith(server, policyWith({ receivers: new Map([["*", first]]) }));
    const quoted = await signPayment(partner, await createPayment(partner, amountOf("1000")), await server.newBuyer());
    const unquoted = await createPayment(partner, amountOf("31"));
    const dearer = policyWith({ ppm: 10_000n, fixed: new Map([["USD", 100n]]), receivers: new Map([["*", second]]) });
    await replaceFees(partner, dearer);

    const moved = await gained([first, second], async () => {
      await confirm(partner, quoted, 30_000);
      await pay(partner, unquoted);
    });
    expect(moved).toEqual([340_000n + 301_240n, 0n]);

    await expect.poll(async () => (await refusedAt(partner, "101")).status).toBe(400);
    const later = await createPayment(partner, amountOf("1000"));
    expect(await gained([first, second], () => pay(partner, later))).toEqual([0n, 1_100_000n]);
  });

  test("reaches every process at once and needs no new key", async () => {
    const other = await startOn(server.installation, "api");
    try {
      const partner = await partnerWith(server, policyWith({ fixed: new Map() }));
      const there = asPartner(server.at(other.baseUrl ?? ""), partner);
      for (const one of [partner, there]) expect((await refusedAt(one, "99")).status).toBe(201);
      await replaceFees(partner, policyWith({ minimum: new Map([["USD", 100n]]) }));
      for (const one of [partner, there]) await expect.poll(async () => (await refusedAt(one, "99")).status).toBe(400);
    } finally {
      await other.stop();
    }
  });
});

/** The response to creating a payment of this many cents. */
const refusedAt = (partner: TestServer, value: string) =>
  partner.call({ path: "/v1/payments", body: { ...amountOf(value), referenceId: "order 1" } });

test("a policy is never rewritten", async () => {
  const partner = await partnerWith(server, policyWith());
  for (const change of ["update fee_policies set ppm = 0", "delete from fee_policies", "truncate fee_policies"]) {
    await expect(server.sql(change)).rejects.toThrow("append-only");
  }
  const history = await server.store.feePolicies.history(partner.partnerId);
  expect(history?.map(({ policy }) => policy.ppm)).toEqual([4_000n]);
});
