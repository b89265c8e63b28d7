// Whether what a gateway asks a wallet to execute is what the buyer chose, and nothing beside it. Whatever this does not know is
// refused: another type, another field, another function.
import type { PaymentContracts } from "./contracts.ts";
import { PayError } from "./pay-error.ts";

/** What the buyer chose, from the option. */
export interface Chosen {
  /** CAIP-2. */
  readonly chain: string;
  readonly payer: string;
  /** An ERC-20 contract; null: the chain's coin. */
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

/** EIP-712 types as EIP-3009 and Permit2 define them, in one text each. */
const AUTHORIZATION =
  "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";
const PERMIT = "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)";
const PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
const DOMAIN_FIELDS = ["string name", "string version", "uint256 chainId", "address verifyingContract"];
/** `approve(address,uint256)` of ERC-20. */
const APPROVE = "0x095ea7b3";
/** `pay` of PaymentRouter.sol: key, token, payer, amount, destination, fee, feeReceiver, deadline. */
const PAY = "0xcc8b89b6";
const PAY_WORDS = 8;
const MAX_UINT256 = 2n ** 256n - 1n;
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** @throws PayError not_what_was_chosen, and then none of them may be executed */
export function checkActions(
  actions: readonly RpcAction[],
  chosen: Chosen,
  contracts: PaymentContracts,
): readonly Step[] {
  let spender: string | null = null;
  const steps = actions.map((action, index) => {
    const step = stepOf(action, chosen, contracts);
    const isLast = index === actions.length - 1;
    insist((step.kind === "approve") !== isLast, "the actions are not approvals and then one payment");
    const pays = step.kind === "sign" ? contracts.permit2 : contracts.router;
    if (step.kind === "approve") {
      const [word = ""] = words(step.transaction.data);
      const to = addressIn(word);
      insist(spender === null || same(spender, to), "the approvals are for different contracts");
      spender = to;
    } else if (spender !== null)
      insist(same(spender, pays), "the approval is not for the contract that takes the payment");
    return step;
  });
  insist(steps.length > 0, "there is nothing to execute");
  return steps;
}

function stepOf({ type, data }: RpcAction, chosen: Chosen, contracts: PaymentContracts): Step {
  insist(type === "walletRpc", `an action is of type ${type}`);
  insist(data.chain_id === chosen.chain, `an action is for ${data.chain_id}, not for ${chosen.chain}`);
  if (data.method === "eth_signTypedData_v4") {
    const [account, text] = data.params;
    insist(
      data.params.length === 2 && typeof text === "string" && same(account, chosen.payer),
      "another account is to sign",
    );
    const typed = parse(String(text));
    checkTypedData(typed, chosen, contracts);
    // Written anew: of a key that stands there twice, the wallet reads the value that was checked.
    return { kind: "sign", chain: chosen.chain, payer: chosen.payer, typedData: JSON.stringify(typed) };
  }
  insist(data.method === "eth_sendTransaction" && data.params.length === 1, `${data.method} is no payment method`);
  const transaction = objectOf(data.params[0], ["from", "to", "value", "data"], ["gas"]) as unknown as Transaction;
  insist(same(transaction.from, chosen.payer), "another account is to send");
  insist(transaction.gas === undefined || integer(transaction.gas) > 0n, "the gas is no number");
  const kind = String(transaction.data).startsWith(APPROVE) ? "approve" : "send";
  if (kind === "approve") checkApproval(transaction, chosen, contracts);
  else checkPayment(transaction, chosen, contracts);
  return { kind, chain: chosen.chain, transaction };
}

function checkTypedData(typed: unknown, chosen: Chosen, { router, permit2 }: PaymentContracts): void {
  const { domain, types, primaryType, message } = objectOf(typed, ["domain", "types", "primaryType", "message"]);
  const { name, chainId, verifyingContract } = objectOf(domain, ["name", "chainId", "verifyingContract"], ["version"]);
  insist(`eip155:${integer(chainId)}` === chosen.chain, "the signature is for another chain");
  insist(chosen.token !== null, "a coin is not paid by signature");
  const { EIP712Domain: _domain, ...others } = checkedTypes(types);
  const written = Object.values(others).sort().join();
  if (primaryType === "ReceiveWithAuthorization") {
    const fields = ["from", "to", "value", "validAfter", "validBefore", "nonce"];
    const { from, to, value } = objectOf(message, fields);
    insist(written === AUTHORIZATION, "the types are not those of EIP-3009");
    insist(same(verifyingContract, chosen.token), "the signature is for another token");
    insist(same(from, chosen.payer), "the signature is for another payer");
    insist(same(to, router), "the signature pays somebody else than the router");
    insist(integer(value) === chosen.amount, "the signature is for another amount");
    return;
  }
  insist(primaryType === "PermitTransferFrom", `${String(primaryType)} is nothing that a payment needs`);
  const { permitted, spender } = objectOf(message, ["permitted", "spender", "nonce", "deadline"]);
  const { token, amount } = objectOf(permitted, ["token", "amount"]);
  insist(written === [PERMIT, PERMISSIONS].join(), "the types are not those of Permit2");
  insist(name === "Permit2" && same(verifyingContract, permit2), "the signature is for another contract than Permit2");
  insist(same(token, chosen.token), "the signature is for another token");
  insist(same(spender, router), "the signature pays somebody else than the router");
  insist(integer(amount) === chosen.amount, "the signature is for another amount");
}

/** Each type by its name, written as EIP-712 encodes it; the domain must be spelled out, and with known fields. */
function checkedTypes(types: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(types, ["EIP712Domain"], null)).map(([name, fields]): [string, string] => {
    insist(Array.isArray(fields), "the types are no EIP-712 types");
    const written = (fields as unknown[]).map((field) => {
      const { name: called, type } = objectOf(field, ["name", "type"]);
      return `${type} ${called}`;
    });
    if (name === "EIP712Domain") {
      const needed = DOMAIN_FIELDS.filter((field) => field !== "string version" || written.includes(field));
      insist(written.join() === needed.join(), "the domain is not that of a token or of Permit2");
    }
    return [name, `${name}(${written.join()})`];
  });
  return Object.fromEntries(entries);
}

function checkApproval({ to, value, data }: Transaction, chosen: Chosen, { router, permit2 }: PaymentContracts): void {
  const [spender = "", amount = "", ...more] = words(data);
  insist(chosen.token !== null && same(to, chosen.token), "the approval is for another token");
  insist(integer(value) === 0n && more.length === 0 && amount !== "", "the approval is more than an approval");
  const isPermit2 = same(addressIn(spender), permit2);
  insist(isPermit2 || same(addressIn(spender), router), "the approval is for an unknown contract");
  const allowed = [0n, chosen.amount, ...(isPermit2 ? [MAX_UINT256] : [])];
  insist(allowed.includes(BigInt(`0x${amount}`)), "the approval is for another amount");
}

function checkPayment({ to, value, data }: Transaction, chosen: Chosen, { router }: PaymentContracts): void {
  insist(same(to, router), "the transaction does not go to the router");
  insist(String(data).startsWith(PAY), "the transaction is no payment");
  const fields = words(data);
  const [, token = "", payer = "", amount = ""] = fields;
  insist(fields.length === PAY_WORDS, "the transaction is no payment");
  insist(same(addressIn(token), chosen.token ?? ZERO_ADDRESS), "the transaction pays with another token");
  insist(same(addressIn(payer), chosen.payer), "the transaction is for another payer");
  insist(BigInt(`0x${amount}`) === chosen.amount, "the transaction pays another amount");
  insist(
    integer(value) === (chosen.token === null ? chosen.amount : 0n),
    "the transaction sends another amount of coin",
  );
}

function insist(holds: boolean, whatIsWrong: string): asserts holds {
  if (!holds) throw new PayError("not_what_was_chosen", `Refused before signing: ${whatIsWrong}`);
}

const same = (one: unknown, other: string): boolean =>
  typeof one === "string" && /^0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase();

/** The 32-byte words after the selector, without 0x. */
function words(data: unknown): string[] {
  insist(typeof data === "string" && /^0x[0-9a-f]{8}([0-9a-f]{64})*$/i.test(data), "a call's data is cut or no data");
  return data.slice("0x12345678".length).match(/.{64}/g) ?? [];
}

function addressIn(word: string): string {
  insist(/^0{24}/.test(word), "an address has more than 20 bytes");
  return `0x${word.slice(-40)}`;
}

/** Hex text, or a number that JSON did not round. */
function integer(value: unknown): bigint {
  const isWritten = typeof value === "string" && /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value);
  insist(isWritten || (Number.isSafeInteger(value) && Number(value) >= 0), "a number is none");
  return BigInt(value as string | number);
}

/** @param optional what else it may have; null: anything */
function objectOf(value: unknown, required: readonly string[], optional: readonly string[] | null = []) {
  insist(typeof value === "object" && value !== null && !Array.isArray(value), "a part of it has another form");
  const keys = Object.keys(value);
  const isWhole = required.every((key) => keys.includes(key));
  const isKnown = optional === null || keys.every((key) => required.includes(key) || optional.includes(key));
  insist(isWhole && isKnown, "a part of it has other fields");
  return value as Readonly<Record<string, unknown>>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PayError("not_what_was_chosen", "Refused before signing: the typed data is no JSON", cause);
  }
}
