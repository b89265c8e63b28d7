// Deposit addresses of payments, and transfers to them by accounts that know nothing of Turnpike.
import { type Address, encodeFunctionData, erc20Abi, type Hex, multicall3Abi, parseEther, parseGwei } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { depositTerms } from "../../../src/chains/evm/router/deposit-address.ts";
import type { Option } from "../../../src/payment/option.ts";
import { paymentKey, type Terms, termsHash } from "../../../src/payment/terms.ts";
import { OPTION_COLUMNS, optionPlaces, optionValues } from "../../../src/store/payments/option-columns.ts";
import { newAddress, setBalance, type TestServer } from "../server/server.ts";

export interface GivenAddress {
  readonly address: Address;
  readonly terms: Terms;
  readonly termsHash: Hex;
}

const AMOUNT = 10_000_000n;
const DAY_S = 86_400;

/** Gives a payment an address in USDC on the server's first chain, without its endpoint. */
export async function giveAddress(
  server: TestServer,
  paymentId: string,
  changes: Partial<Terms> = {},
): Promise<GivenAddress> {
  const [config] = server.installation.chains;
  if (!config) throw new Error("the installation has no chain");
  const terms = depositTerms(server.caip2, {
    router: config.router,
    destination: server.destination,
    key: paymentKey(paymentId),
    amount: AMOUNT,
    fee: 40_000n,
    deadlineS: Math.floor(Date.now() / 1_000) + DAY_S,
    token: server.deployment.usdc,
    feeReceiver: server.feeReceiver,
    ...changes,
  });
  const option: Option = {
    paymentId,
    asset: `${server.caip2}/erc20:${terms.token}`,
    method: "deposit",
    merchantName: "Test shop",
    paysOut: "merchant",
    quoteExpiresAtS: null,
    quoteSources: [],
    feePpm: 4_000n,
    feeFixed: 0n,
    terms,
  };
  const hash = termsHash(terms);
  const own = [
    Buffer.from(hash.slice(2), "hex"),
    paymentId,
    server.partnerId,
    1,
    terms.amount,
    10_000,
    terms.deadlineS,
  ];
  await server.sql(
    `insert into deposit_addresses (terms_hash, payment_id, partner_id, required_depth, asked, minimum, watched_until,
                                    ${OPTION_COLUMNS})
     select $1, $2, $3, $4, $5, $6, to_timestamp($7), ${optionPlaces(8)}`,
    [...own, ...optionValues(option)],
  );
  return { address: terms.payer, terms, termsHash: hash };
}

export interface Payout {
  readonly to: Address;
  readonly amount: bigint;
  /** By default USDC. */
  readonly token?: Address;
  /** By default a new account. */
  readonly from?: Address;
}

const transferCall = (server: TestServer, { to, amount, token = server.deployment.usdc }: Payout) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
});

/** Sends a token from an account, which the node lets anybody use. @returns the transaction's hash */
export async function transfer(server: TestServer, payout: Payout): Promise<Hex> {
  const { from = newAddress() } = payout;
  await setBalance(server.client, payout.token ?? server.deployment.usdc, from, payout.amount);
  return sendFrom(server, from, transferCall(server, payout));
}

async function sendFrom(
  { client }: TestServer,
  from: Address,
  { to, data, gas = 200_000n }: { readonly to: Address; readonly data: Hex; readonly gas?: bigint },
): Promise<Hex> {
  await client.setBalance({ address: from, value: parseEther("10") });
  return client.sendUnsignedTransaction({ from, to, data, gas });
}

/** Sends many transfers in one call of another contract, as exchanges do. The money is the contract's. */
export const transferBatch = async (server: TestServer, payouts: readonly Payout[]): Promise<Hex> =>
  sendFrom(server, newAddress(), await batchCall(server, payouts));

/** The same as a signed transaction of a new account, which can be sent again after a reorg. */
export async function signedBatch(server: TestServer, payouts: readonly Payout[]): Promise<Hex> {
  const account = privateKeyToAccount(generatePrivateKey());
  await server.client.setBalance({ address: account.address, value: parseEther("10") });
  const fees = { maxFeePerGas: parseGwei("20"), maxPriorityFeePerGas: parseGwei("1") };
  const chainId = await server.client.getChainId();
  return account.signTransaction({
    ...(await batchCall(server, payouts)),
    ...fees,
    chainId,
    nonce: 0,
    type: "eip1559",
  });
}

async function batchCall(server: TestServer, payouts: readonly Payout[]) {
  const multicall3 = server.installation.chains[0]?.multicall3;
  if (!multicall3) throw new Error("the installation has no chain");
  const sum = payouts.reduce((all, { amount }) => all + amount, 0n);
  await setBalance(server.client, server.deployment.usdc, multicall3, sum);
  const calls = payouts.map((payout) => {
    const { to: target, data: callData } = transferCall(server, payout);
    return { target, callData, allowFailure: false };
  });
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { to: multicall3, data, gas: 100_000n + 80_000n * BigInt(payouts.length) };
}

export interface DepositRow {
  readonly payment: string;
  readonly amount: string;
  readonly tx: Hex;
  readonly isThere: boolean;
}

/** All deposits, in chain order. */
export const depositsOf = (server: TestServer): Promise<DepositRow[]> =>
  server.sql(`
    select payment_id as payment, amount::text as amount, '0x' || encode(tx_hash, 'hex') as tx,
           orphaned_at is null as "isThere"
      from deposits order by block_number, log_index`);
