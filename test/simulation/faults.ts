// Faults that the money path once had. Each is put back by changing lines of the source as it is loaded; the simulation
// must find it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Plugin, runnerImport } from "vite";
import type { Session } from "./session.ts";

interface Edit {
  /** A path in src/. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Fault {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Few seeds find it: start with this one. */
  readonly from?: number;
}

const fault = (name: string, ...edits: readonly (readonly [file: string, from: string, to: string])[]): Fault => ({
  name,
  edits: edits.map(([file, from, to]) => ({ file, from, to })),
});

const SIGNATURES = "chains/evm/router/signature-encodings.ts";
const SEND = "operations/relaying/send-batch.ts";
const TAKE_IN = "operations/following/ingest-blocks.ts";

export const FAULTS: readonly Fault[] = [
  fault(
    "a signature wrapped twice stops the queue",
    [SIGNATURES, "if (size(inner) === 0 || isWrapped(inner)) return null;", "if (size(inner) === 0) return null;"],
    [
      "operations/relaying/prepare-isolated.ts",
      "if (error instanceof TypeError) {",
      "if (error instanceof TypeError) throw error; {",
    ],
  ),
  fault(
    "a signature wrapped twice passes the list of wallet factories",
    [SIGNATURES, "if (size(inner) === 0 || isWrapped(inner)) return null;", "if (size(inner) === 0) return null;"],
    [
      "chains/evm/verify/deployment.ts",
      "if (!isAllowed(walletFactories, wrapped)) throw",
      "if (!walletFactories) throw",
    ],
  ),
  fault("a batch that nodes refuse is never abandoned", [SEND, "const REFUSALS_MAX = 4;", "const REFUSALS_MAX = 1e9;"]),
  fault("a relayer without coin keeps its payments", [
    SEND,
    'await store.releaseBatch(chain.id, batchId, chain.relayers, "the relayer\'s account cannot pay for gas");',
    "",
  ]),
  fault("a relayer that runs dry after its first send keeps its payments", [
    "store/relaying/batches.ts",
    "     where b.id = $1\n    returning b.id, b.abandoned_at",
    "     where b.id = $1 and not exists (select from relay_transactions t\n" +
      "       where t.batch_id = b.id and t.last_sent_at is not null)\n    returning b.id, b.abandoned_at",
  ]),
  fault("a removed relayer keeps its payments", [
    "operations/relaying/resend-batches.ts",
    "if (chain.relayers.length === 0) return;",
    "if (chain.relayers.length > 0) return;",
  ]),
  fault("each fee receiver gets its own batch", [
    "operations/relaying/choose-batch.ts",
    "({ token, wasLeftOut, isSuspect }) => token === oldest.token &&",
    "({ token, wasLeftOut, isSuspect, feeReceiver }) => feeReceiver === oldest.feeReceiver && token === oldest.token &&",
  ]),
  fault("a wallet that never paid shares a batch", [
    "operations/relaying/sort-queue.ts",
    "(strikes > 0 || !payerHasPaid)",
    "(strikes > 0 || (false && !payerHasPaid))",
  ]),
  fault("a node that refuses a range of blocks is asked for it again", [
    "chains/evm/nodes/log-range.ts",
    "limit = Math.max(Math.floor(blocks / 2), 1);",
    "limit = Math.max(Math.floor(limit), 1);",
  ]),
  fault("the watcher starts at the head", [
    "operations/following/follow-chain.ts",
    "return sinceS === null ? head : blockBefore(chain, sinceS, head);",
    "return sinceS === null ? head : head;",
  ]),
  fault("terms that were quoted and never confirmed do not pay", [
    "operations/following/confirm-in-time.ts",
    "if (candidates.length === 0) return waiting;",
    "if (candidates.length >= 0) return waiting;",
  ]),
  fault("a merchant pays themselves", [
    "operations/gateway/check-option.ts",
    "if (terms.payer === terms.destination) throw paysItself();",
    "",
  ]),
  fault("a confirm believes the amount", [
    "payment/options/expected-terms.ts",
    "const amount = atPar ?? terms.amount;",
    "const { amount } = terms;",
  ]),
  fault("a confirm believes the destination", [
    "payment/options/expected-terms.ts",
    "const choice = { ...own, paysOut, destination, amount };",
    "const choice = { ...own, paysOut, destination: destination && terms.destination, amount };",
  ]),
  fault("a confirm believes the fee", [
    "payment/options/expected-terms.ts",
    "return fieldValues(expectedOption(basis, choice)).every(",
    "const { terms: stated, ...rest } = expectedOption(basis, choice);\n" +
      "    return fieldValues({ ...rest, terms: { ...stated, fee: terms.fee } }).every(",
  ]),
  fault("the highest head silences the other nodes", [
    "chains/evm/nodes/heads.ts",
    "numbers[Math.floor((numbers.length - 1) / 2)]",
    "numbers.at(-1)",
  ]),
  fault("one node's event is believed", ["payment/transfers/proof.ts", "sources: needsSecond ? 2 : 1", "sources: 1"]),
  fault("a used authorisation without an event counts as cancelled", [
    "operations/following/find-use.ts",
    'return (await chain.cancellations(option, block)).length > 0 ? "cancelled" : "unknown";',
    'return "cancelled";',
  ]),
  fault("payments expire by our clock alone", [
    "store/payments/expire.ts",
    "`not exists (select from followed f where $",
    "`not exists (select from followed f where false and $",
  ]),
  fault("our clock decides whether a transfer was in time", [
    "store/transfers/intents.ts",
    "    atS: blockTimeS,\n",
    "    atS: blockTimeS === null ? null : null,\n",
  ]),
  fault("a confirm believes the sealed option", [
    "operations/gateway/check-option.ts",
    "if (!isExpected(option, basis, paysTo, ports.nowS(), ports.optionLifetimeS)) throw quoteExpired();",
    "isExpected(option, basis, paysTo, ports.nowS(), ports.optionLifetimeS);",
  ]),
  fault("payers have no strikes", [
    "operations/relaying/resolve-unpaid.ts",
    "await store.strike(paymentId);",
    "await store.newestBlock(payment.id);",
  ]),
  fault("one balance backs many payments", [
    "operations/gateway/confirm-payment.ts",
    "payerBalance: needsBalance ? option.terms.amount : null",
    "payerBalance: needsBalance ? null : null",
  ]),
  fault("a nonce that ran ahead stays", [
    "operations/relaying/resend-batches.ts",
    "if (nonce >= lowestNonce || nonce <",
    "if (nonce >= 0n || nonce <",
  ]),
  {
    ...fault("a batch that a node counted as mined too early is never sent again", [
      "store/relaying/batches.ts",
      "                and mined_in is not null`,",
      "                and mined_in is not null and false`,",
    ]),
    from: 308,
  },
  {
    ...fault("the watcher starts at the oldest open payment", [
      "store/transfers/ledger.ts",
      "from payments where id >= $2 order by id limit 1",
      "from payments where id >= $2 and false order by id limit 1",
    ]),
    from: 5_032,
  },
  {
    ...fault("a payment is refused alone as often as a batch", [SEND, "isSuspect ? REFUSALS_OF_SUSPECT_MAX : ", ""]),
    from: 2_395,
  },
  fault("a stored batch is sent only once", [
    "store/relaying/batches.ts",
    "(last_sent_at is null or last_sent_at < now() - $2",
    "(last_sent_at < now() - $2 * interval '1 millisecond' and false and last_sent_at < now() - $2",
  ]),
  fault("a transfer counts before its depth", [
    "payment/transfers/credit.ts",
    'return depth >= confirmed.requiredDepth ? "credit" : "wait";',
    'return depth >= 1 ? "credit" : "wait";',
  ]),
  fault(
    "a payment in processing can be cancelled",
    [
      "payment/transition.ts",
      'cancelled: { requires_action: "cancelled" },',
      'cancelled: { requires_action: "cancelled", processing: "cancelled" },',
    ],
    [
      "operations/payments/cancel-payment.ts",
      'if (before.status === "requires_action")',
      'if (before.status !== "cancelled")',
    ],
  ),
  fault("a payment is given up by our clock", [
    "store/relaying/unpaid.ts",
    "deep.time_s >= c.deadline_s",
    "extract(epoch from now()) >= c.deadline_s",
  ]),
  fault("a transfer that came before its confirm is forgotten", [
    TAKE_IN,
    "const reopened = await book.reopenConfirmed();",
    'const reopened = await book.reopenConfirmed().then(() => [] as Awaited<ReturnType<Book["reopenConfirmed"]>>);',
  ]),
  fault("a reorganisation leaves credited transfers in the books", [
    "operations/following/roll-back.ts",
    "await book.orphanAbove(ancestor.number)",
    "await book.orphanAbove(ancestor.number + 1_000n)",
  ]),
  fault("a reorganisation leaves batches mined", [
    "operations/following/roll-back.ts",
    "await book.unmineBatchesAbove(ancestor.number);",
    "",
  ]),
  fault("a stale process writes the chain", [
    "store/transfers/ledger.ts",
    "newest?.hash === after?.hash ?",
    "newest?.hash === after?.hash || newest ?",
  ]),
  fault(
    "a late deposit counts as in time",
    [
      "store/payments/deposits-in-time.ts",
      "  and d.block_time_s < least(extract(epoch from p.expires_at), a.quote_expires_at_s)`;",
      "`;",
    ],
    [
      "store/deposits/confirm.ts",
      '    atS: blockTimeS,\n  }));\n  await apply(tx, { type: "confirmed" }',
      '    atS: blockTimeS && 0,\n  }));\n  await apply(tx, { type: "confirmed" }',
    ],
  ),
  fault("deposits of other tokens are never reported", [
    "payment/transfers/judge-deposit.ts",
    'if (!isOwn) return "foreign_token";',
    "if (!isOwn) return null;",
  ]),
  {
    ...fault("a reorganisation leaves deposits in the books", [
      "operations/following/roll-back.ts",
      "await book.orphanDepositsAbove(ancestor.number)",
      "await book.orphanDepositsAbove(ancestor.number + 1_000n)",
    ]),
    from: 30,
  },
  fault("abandoned batches of a dry relayer take the places of unproven wallets", [
    "store/relaying/take.ts",
    "count(*) filter (where b.abandoned_at is null)::integer",
    "count(*)::integer",
  ]),
];

const ROOT = join(import.meta.dirname, "../..");

/** A simulation of the source with a fault. @throws if a line to change is not there */
export async function sessionWith({ name, edits }: Fault, postgresUrl: string): Promise<Session> {
  const pathOf = (file: string) => join(ROOT, "src", file);
  for (const { file, from } of edits) {
    if (!readFileSync(pathOf(file), "utf8").includes(from)) throw new Error(`${name}: ${file} lacks: ${from}`);
  }
  const plugin: Plugin = {
    name: "fault",
    enforce: "pre",
    transform: (code, id) =>
      edits
        .filter(({ file }) => pathOf(file) === id.split("?")[0])
        .reduce((text, { from, to }) => text.replace(from, () => to), code),
  };
  const { module } = await runnerImport<typeof import("./session.ts")>(join(import.meta.dirname, "session.ts"), {
    configFile: false,
    logLevel: "error",
    plugins: [plugin],
  });
  return module.openSession(postgresUrl);
}
