// Checks that a gateway's actions are exactly what the buyer chose. Anything unknown is refused: another type, field or
// function.
import type { PaymentContracts } from "./contracts.ts";
import { PayError } from "./pay-error.ts";

/** The buyer's choice, from the option. */
export interface Chosen {
  /** CAIP-2. */
  readonly chain: string;
  readonly payer: string;
  /** An ERC-20 contract; null for the native coin. */
  readonly token: string | null;
  /** Smallest units. */
  readonly amount: bigint;
}

export interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly data: string;
  readonly gas?: string;
}

export type Step =
  | { readonly kind: "sign"; readonly chain: string; readonly payer: string; readonly typedData: string }
  | { readonly kind: "approve" | "send"; readonly chain: string; readonly transaction: Transaction };

interface RpcAction {
  readonly type: string;
  readonly data: { readonly chain_id: string; readonly method: string; readonly params: readonly unknown[] };
}

/** EIP-712 types of EIP-3009 and Permit2, encoded. */
const AUTHORIZATION =
  "ReceiveWithAuthorization(address from,address to,uint256 value," +
  "uint256 validAfter,uint256 validBefore,bytes32 nonce)";
const PERMIT =
  "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Payment witness)";
const WITNESS = "Payment(string merchant,address destination,uint256 fee,address feeReceiver,bytes32 paymentKey)";
const PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
const DOMAIN_FIELDS = ["string name", "string version", "uint256 chainId", "address verifyingContract"];
/** `approve(address,uint256)` of ERC-20. */
const APPROVE = "0x095ea7b3";
/** `pay` of PaymentRouter.sol: destination, key, payer, amount, fee, deadline, token, feeReceiver. */
const PAY = "0xf11edab2";
const PAY_WORDS = 8;
const MAX_UINT256 = 2n ** 256n - 1n;
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** @throws PayError not_what_was_chosen; then none of the actions may be executed */
export function checkActions(
  actions: readonly RpcAction[],
  chosen: Chosen,
  contracts: PaymentContracts,
): readonly Step[] {
  let spender: string | null = null;
  const steps = actions.map((action, index) => {
    const step = stepOf(action, chosen, contracts);
    const isLast = index === actions.length - 1;
    check((step.kind === "approve") !== isLast, "the actions are not approvals followed by one payment");
    const pays = step.kind === "sign" ? contracts.permit2 : contracts.router;
    if (step.kind === "approve") {
      const [word = ""] = words(step.transaction.data);
      const to = addressIn(word);
      check(spender === null || same(spender, to), "the approvals are for different contracts");
      spender = to;
    } else if (spender !== null) {
      check(same(spender, pays), "the approval is not for the contract that takes the payment");
    }
    return step;
  });
  check(steps.length > 0, "there is nothing to execute");
  return steps;
}

function stepOf({ type, data }: RpcAction, chosen: Chosen, contracts: PaymentContracts): Step {
  check(type === "walletRpc", `an action is of type ${type}`);
  check(data.chain_id === chosen.chain, `an action is for ${data.chain_id}, not for ${chosen.chain}`);
  if (data.method === "eth_signTypedData_v4") {
    const [account, text] = data.params;
    const isForPayer = data.params.length === 2 && typeof text === "string" && same(account, chosen.payer);
    check(isForPayer, "the signature is requested from another account");
    const typed = parse(String(text));
    checkTypedData(typed, chosen, contracts);
    // Serialised anew: if a key occurs twice, the wallet must read the value that was checked.
    return { kind: "sign", chain: chosen.chain, payer: chosen.payer, typedData: JSON.stringify(typed) };
  }
  check(data.method === "eth_sendTransaction" && data.params.length === 1, `${data.method} is not a payment method`);
  const transaction = objectOf(data.params[0], ["from", "to", "value", "data"], ["gas"]) as unknown as Transaction;
  check(same(transaction.from, chosen.payer), "the transaction is requested from another account");
  check(transaction.gas === undefined || integer(transaction.gas) > 0n, "the gas is not a positive number");
  const kind = String(transaction.data).startsWith(APPROVE) ? "approve" : "send";
  if (kind === "approve") checkApproval(transaction, chosen, contracts);
  else checkPayment(transaction, chosen, contracts);
  return { kind, chain: chosen.chain, transaction };
}

function checkTypedData(typed: unknown, chosen: Chosen, { router, permit2 }: PaymentContracts): void {
  const { domain, types, primaryType, message } = objectOf(typed, ["domain", "types", "primaryType", "message"]);
  const { name, chainId, verifyingContract } = objectOf(domain, ["name", "chainId", "verifyingContract"], ["version"]);
  check(`eip155:${integer(chainId)}` === chosen.chain, "the signature is for another chain");
  check(chosen.token !== null, "a native coin cannot be paid by signature");
  const { EIP712Domain: _domain, ...others } = checkedTypes(types);
  const written = Object.values(others).sort().join();
  if (primaryType === "ReceiveWithAuthorization") {
    const fields = ["from", "to", "value", "validAfter", "validBefore", "nonce"];
    const { from, to, value } = objectOf(message, fields);
    check(written === AUTHORIZATION, "the types are not those of EIP-3009");
    check(same(verifyingContract, chosen.token), "the signature is for another token");
    check(same(from, chosen.payer), "the signature is for another payer");
    check(same(to, router), "the signature pays someone other than the router");
    check(integer(value) === chosen.amount, "the signature is for another amount");
    return;
  }
  check(primaryType === "PermitWitnessTransferFrom", `no payment needs a signature of ${String(primaryType)}`);
  const { permitted, spender, witness } = objectOf(message, ["permitted", "spender", "nonce", "deadline", "witness"]);
  const { token, amount } = objectOf(permitted, ["token", "amount"]);
  objectOf(witness, ["merchant", "destination", "fee", "feeReceiver", "paymentKey"]);
  check(written === [WITNESS, PERMIT, PERMISSIONS].join(), "the types are not those of Permit2");
  check(name === "Permit2" && same(verifyingContract, permit2), "the signature is for a contract other than Permit2");
  check(same(token, chosen.token), "the signature is for another token");
  check(same(spender, router), "the signature pays someone other than the router");
  check(integer(amount) === chosen.amount, "the signature is for another amount");
}

/** Each type by name, encoded as in EIP-712. The domain must be included and have known fields only. */
function checkedTypes(types: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(types, ["EIP712Domain"], null)).map(([name, fields]): [string, string] => {
    check(Array.isArray(fields), "the types are not EIP-712 types");
    const written = (fields as unknown[]).map((field) => {
      const { name: called, type } = objectOf(field, ["name", "type"]);
      return `${type} ${called}`;
    });
    if (name === "EIP712Domain") {
      const needed = DOMAIN_FIELDS.filter((field) => field !== "string version" || written.includes(field));
      check(written.join() === needed.join(), "the domain is not that of a token or of Permit2");
    }
    return [name, `${name}(${written.join()})`];
  });
  return Object.fromEntries(entries);
}

function checkApproval({ to, value, data }: Transaction, chosen: Chosen, { router, permit2 }: PaymentContracts): void {
  const [spender = "", amount = "", ...more] = words(data);
  check(chosen.token !== null && same(to, chosen.token), "the approval is for another token");
  check(integer(value) === 0n && more.length === 0 && amount !== "", "the approval does more than approve");
  const isPermit2 = same(addressIn(spender), permit2);
  check(isPermit2 || same(addressIn(spender), router), "the approval is for an unknown contract");
  const allowed = [0n, chosen.amount, ...(isPermit2 ? [MAX_UINT256] : [])];
  check(allowed.includes(BigInt(`0x${amount}`)), "the approval is for another amount");
}

function checkPayment({ to, value, data }: Transaction, chosen: Chosen, { router }: PaymentContracts): void {
  check(same(to, router), "the transaction does not go to the router");
  check(String(data).startsWith(PAY), "the transaction is not a payment");
  const fields = words(data);
  const [, , payer = "", amount = "", , , token = ""] = fields;
  check(fields.length === PAY_WORDS, "the transaction is not a payment");
  check(same(addressIn(token), chosen.token ?? ZERO_ADDRESS), "the transaction pays with another token");
  check(same(addressIn(payer), chosen.payer), "the transaction is for another payer");
  check(BigInt(`0x${amount}`) === chosen.amount, "the transaction pays another amount");
  check(
    integer(value) === (chosen.token === null ? chosen.amount : 0n),
    "the transaction sends another amount of coin",
  );
}

export function check(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new PayError("not_what_was_chosen", `Refused before signing: ${problem}`);
}

export const same = (one: unknown, other: string): boolean =>
  typeof one === "string" && /^0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase();

/** The 32-byte words after the selector, without 0x. */
export function words(data: unknown): string[] {
  check(typeof data === "string" && /^0x[0-9a-f]{8}([0-9a-f]{64})*$/i.test(data), "the call data is malformed");
  return data.slice("0x12345678".length).match(/.{64}/g) ?? [];
}

function addressIn(word: string): string {
  check(/^0{24}/.test(word), "an address has more than 20 bytes");
  return `0x${word.slice(-40)}`;
}

/** Parses hex or decimal text, or a number that JSON did not round. */
export function integer(value: unknown): bigint {
  const isWritten = typeof value === "string" && /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value);
  check(isWritten || (Number.isSafeInteger(value) && Number(value) >= 0), "a number is malformed");
  return BigInt(value as string | number);
}

/** @param optional further allowed keys; null allows any */
function objectOf(value: unknown, required: readonly string[], optional: readonly string[] | null = []) {
  check(typeof value === "object" && value !== null && !Array.isArray(value), "an object is expected but missing");
  const keys = Object.keys(value);
  const isWhole = required.every((key) => keys.includes(key));
  const isKnown = optional === null || keys.every((key) => required.includes(key) || optional.includes(key));
  check(isWhole && isKnown, "an object has missing or unknown fields");
  return value as Readonly<Record<string, unknown>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PayError("not_what_was_chosen", "Refused before signing: the typed data is not JSON", cause);
  }
}
