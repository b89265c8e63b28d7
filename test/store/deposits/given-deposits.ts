// Deposit addresses and deposits as the watcher stores them, without a node.
import { type Address, type Hex, keccak256, stringToHex } from "viem";
import { depositTerms } from "../../../src/chains/evm/router/deposit-address.ts";
import type { Block } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { Option } from "../../../src/payment/option.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { toBytes } from "../../../src/store/database/hex.ts";
import { createDepositStore } from "../../../src/store/deposits/deposits.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { openPayment, someAddress } from "../relaying/queued.ts";

/** 0.01 USDC. */
const MINIMUM = 10_000n;

export const forgetDeposits = (server: TestServer) =>
  server.sql("truncate deposits, deposit_addresses, recoveries, buyer_data, buyer_data_rules");

/** An address. @param changes to the terms of 10 USDC @param of an option of its payment; by default a new one */
export async function givenAddress(
  server: TestServer,
  changes: Partial<Terms> = {},
  of?: Option,
): Promise<Option & { readonly method: "deposit" }> {
  const opened = of ?? (await openPayment(server));
  const terms = depositTerms(opened.terms.chain, { ...opened.terms, ...changes });
  const asset = `${terms.chain}/erc20:${terms.token}`;
  const option = { ...opened, asset, method: "deposit" as const, terms };
  const query = async (asked: { text: string; values: unknown[] }) => ({
    rows: await server.sql(asked.text, asked.values),
  });
  const [payment] = await server.sql<{ s: number }>(
    "select extract(epoch from expires_at)::integer as s from payments where id = $1",
    [option.paymentId],
  );
  const expiresAtS = payment?.s ?? 0;
  const kept = await createDepositStore({ query } as unknown as Database).keep(
    { id: option.paymentId, partnerId: server.partnerId, expiresAtS, formerExpiresAtS: expiresAtS },
    { option, termsHash: termsHash(terms), requiredDepth: 1, asked: terms.amount, minimum: MINIMUM },
    1_000,
  );
  if (kept !== "kept") throw new Error(`the address is not stored: ${kept}`);
  // No node says what lies there, so nothing is compared.
  await server.sql("update deposit_addresses set compared_to = 'infinity' where terms_hash = $1", [
    toBytes(termsHash(terms)),
  ]);
  return option;
}

export interface GivenDeposit {
  readonly amount?: bigint;
  readonly token?: Address;
  readonly sender?: Address;
  readonly txHash?: Hex;
  readonly logIndex?: number;
  /** By default screened, and not refused. */
  readonly isRefused?: boolean | null;
}

let transactions = 0;

/** @returns the hash of its transaction */
export async function depositIn(
  server: TestServer,
  { number, hash, timeS }: Block,
  { paymentId, terms }: Option,
  { isRefused = false, ...given }: GivenDeposit = {},
): Promise<Hex> {
  transactions += 1;
  const deposit = {
    amount: terms.amount,
    token: terms.token,
    sender: someAddress("an exchange"),
    txHash: keccak256(stringToHex(`deposit ${transactions}`)),
    logIndex: 0,
    ...given,
  };
  await server.sql(
    `insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
                           partner_id, token, sender, amount, is_refused)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    [
      terms.chain,
      toBytes(deposit.txHash),
      deposit.logIndex,
      number,
      toBytes(hash),
      timeS,
      toBytes(termsHash(terms)),
      paymentId,
      server.partnerId,
      deposit.token,
      deposit.sender,
      deposit.amount,
      isRefused,
    ],
  );
  return deposit.txHash;
}
