// Checks before signing that an option pays exactly a refund, all of it to the buyer. An EIP-3009 message shows neither
// the receiver nor the fee: they are in its nonce, the hash of the terms.
import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import { check, integer, same, words } from "../check-actions.ts";
import { CONTRACTS, type PaymentContracts } from "../contracts.ts";
import type { PreparedPayment } from "../prepare.ts";

/** The refund as the merchant knows it. */
export interface WantedRefund {
  readonly gatewayPaymentId: string;
  readonly amount: { readonly unit: string; readonly value: string };
  /** CAIP-10. */
  readonly to?: string | undefined;
}

interface Message {
  readonly nonce: unknown;
  readonly validBefore?: unknown;
  readonly deadline?: unknown;
  /** Only Permit2 shows these. */
  readonly witness?: { readonly destination: unknown; readonly fee: unknown };
}

const ACCOUNT = /^eip155:([1-9][0-9]*):(0x[0-9a-fA-F]{40})$/;
const UNIT = /^caip19\/eip155:([1-9][0-9]*)\/(?:erc20:(0x[0-9a-fA-F]{40})|slip44:[0-9]+)$/;
const DEADLINE_WORD = 5;

/** @throws PayError not_what_was_chosen; then nothing may be signed or sent */
export function checkRefund(
  { paymentId, option, steps }: Pick<PreparedPayment, "paymentId" | "option" | "steps">,
  { gatewayPaymentId, amount, to = "" }: WantedRefund,
  contracts: Readonly<Record<string, PaymentContracts>> = {},
): void {
  const [, chainId = "", destination = ""] = ACCOUNT.exec(to) ?? [];
  const [, unitChainId, token = "0"] = UNIT.exec(amount.unit) ?? [];
  const [, , payer = ""] = ACCOUNT.exec(option.account) ?? [];
  check(chainId !== "" && chainId === unitChainId, "the refund has no receiver on its token's chain");
  check(paymentId === gatewayPaymentId, "it is not this refund");
  check(option.amount.unit === amount.unit && option.amount.value === amount.value, "it pays another amount");
  const key = `0x${bytesToHex(keccak_256(utf8ToBytes(gatewayPaymentId)))}`;
  /** The end of the terms, as the router has them. */
  const encoded = (deadline: bigint): string => {
    const [fee, feeReceiver] = ["0", "0"];
    return [destination, key, payer, amount.value, fee, deadline, token, feeReceiver].map(word).join("");
  };
  const step = steps.at(-1);
  if (step?.kind === "sign") {
    const { message } = JSON.parse(step.typedData) as { readonly message: Message };
    const { nonce, validBefore, deadline, witness = { destination, fee: "0" } } = message;
    const { router } = contracts[`eip155:${chainId}`] ?? CONTRACTS;
    const terms = hexToBytes(word(chainId) + word(router) + encoded(integer(validBefore ?? deadline)));
    const hash = BigInt(`0x${bytesToHex(keccak_256(terms))}`);
    check(integer(nonce) === hash, "the signature does not pay all of the refund to its receiver");
    check(same(witness.destination, destination), "the signature shows another receiver");
    check(integer(witness.fee) === 0n, "the signature shows a fee");
    return;
  }
  const sent = words(step?.transaction.data);
  const isRefund = sent.join("").toLowerCase() === encoded(BigInt(`0x${sent[DEADLINE_WORD]}`));
  check(isRefund, "the transaction does not pay all of the refund to its receiver");
}

const word = (value: string | bigint): string => BigInt(value).toString(16).padStart(64, "0");
