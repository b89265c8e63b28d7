// A payment that cannot be resolved, for example because a node has pruned its blocks, holds up no other.
import { expect, test } from "vitest";
import { MinedNonceReadings } from "../../../src/operations/relaying/mined-nonces.ts";
import { type ResolveUnpaidPorts, resolveUnpaid } from "../../../src/operations/relaying/resolve-unpaid.ts";
import type { Option } from "../../../src/payment/option.ts";

const ZERO = "0x0000000000000000000000000000000000000000";

const optionOf = (paymentId: string): Option => ({
  paymentId,
  asset: `eip155:1/erc20:${ZERO}`,
  method: "eip3009",
  merchantName: "Blue Shop",
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 0n,
  feeFixed: 0n,
  terms: {
    chain: "eip155:1",
    router: ZERO,
    key: "0x01",
    token: ZERO,
    payer: ZERO,
    amount: 1n,
    destination: ZERO,
    fee: 0n,
    feeReceiver: ZERO,
    deadlineS: 1,
  },
});

interface Waiting {
  readonly held: readonly string[];
  readonly overdue: readonly string[];
  readonly attempts?: number;
  readonly waitedMs?: number;
  /** Held payments whose payment links have no use left. */
  readonly full?: readonly string[];
}

const unreadable = async (): Promise<never> => {
  throw new Error("a node without block 3");
};

/** The authorisations of held and overdue payments named "pruned" were used in blocks that the node no longer has. */
function resolving(ids: Waiting, ingestMissed: ResolveUnpaidPorts["ingestMissed"] = unreadable) {
  const done: string[] = [];
  const later: string[] = [];
  const holds: [paymentId: string, delayMs: number][] = [];
  const isPruned = ({ paymentId }: Option) => paymentId === "pruned";
  const ports: ResolveUnpaidPorts = {
    payment: {
      id: "eip155:1",
      verify: async ({ option }) => (isPruned(option) ? { type: "already_used" } : { type: "payable" }),
    } as Partial<ResolveUnpaidPorts["payment"]> as ResolveUnpaidPorts["payment"],
    reader: { isUsed: async (option) => isPruned(option as Option) } as Partial<
      ResolveUnpaidPorts["reader"]
    > as ResolveUnpaidPorts["reader"],
    store: {
      busyRelayers: async () => [],
      heldPayments: async () =>
        ids.held.map((paymentId) => ({
          paymentId,
          createdAtS: 0,
          authorization: { option: optionOf(paymentId), signature: "0x01" },
          attempts: ids.attempts ?? 0,
          wasLeftOut: false,
          waitedMs: ids.waitedMs ?? 0,
        })),
      holdFor: async (...hold) => void holds.push(hold),
      requeue: async (paymentId) => {
        if (ids.full?.includes(paymentId)) return false;
        done.push(`queued ${paymentId}`);
        return true;
      },
      overduePayments: async () =>
        ids.overdue.map((paymentId) => ({
          paymentId,
          createdAtS: 0,
          option: optionOf(paymentId),
          atBlock: { number: 9n, hash: "0x09" },
        })),
      searchLater: async (paymentId) => void later.push(paymentId),
      giveUp: async (paymentId) => {
        done.push(`given up ${paymentId}`);
        return true;
      },
    } as Partial<ResolveUnpaidPorts["store"]> as ResolveUnpaidPorts["store"],
    readings: new MinedNonceReadings(),
    findUse: unreadable,
    ingestMissed,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  return { ports, done, later, holds };
}

test.each([
  ["held", { held: ["pruned", "other"], overdue: ["old"] }, ["queued other", "given up old"]],
  ["overdue", { held: [], overdue: ["pruned", "old"] }, ["given up old"]],
])("a pruned payment that is %s does not stop the others", async (_, ids, expected) => {
  const { ports, done, later } = resolving(ids);
  await expect(resolveUnpaid(ports)).rejects.toThrow("a node without block 3");
  expect(done).toEqual(expected);
  expect(later).toEqual(ids.overdue.filter((id) => id === "pruned"));
});

test.each([
  { attempts: 0, delayMs: 1_000 },
  { attempts: 4, delayMs: 16_000 },
  { attempts: 20, delayMs: 30_000 },
])("a held payment whose search fails waits, so that the next run takes others first: %o", async (held) => {
  const { ports, holds } = resolving({ held: ["pruned"], overdue: [], attempts: held.attempts });
  await expect(resolveUnpaid(ports)).rejects.toThrow("a node without block 3");
  expect(holds).toEqual([["pruned", held.delayMs]]);
});

test.each([
  { attempts: 4, waitedMs: 15_000, delayMs: 16_000 },
  { attempts: 9, waitedMs: 15_000, delayMs: 30_000 },
  { attempts: 9, waitedMs: 300_000, delayMs: 300_000 },
  { attempts: 30, waitedMs: 9_000_000, delayMs: 3_600_000 },
])("a used authorisation without a transfer is searched for ever more rarely: %o", async (held) => {
  const { attempts, waitedMs, delayMs } = held;
  const { ports, holds } = resolving({ held: ["pruned"], overdue: [], attempts, waitedMs }, async () => false);
  await resolveUnpaid(ports);
  expect(holds).toEqual([["pruned", delayMs]]);
});

test("a held payment whose payment link has no use left is held again, not relayed", async () => {
  const { ports, done, holds } = resolving({ held: ["full", "other"], overdue: [], full: ["full"] });
  await resolveUnpaid(ports);
  expect(done).toEqual(["queued other"]);
  expect(holds).toEqual([["full", 1_000]]);
});
