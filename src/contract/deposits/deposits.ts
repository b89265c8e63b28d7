// The deposit address of a payment on the wire.
import Type, { type Static } from "typebox";
import type { Address } from "viem";
import { evmChainNumber } from "../../money/caip.ts";
import { type DepositsOfAddress, missingOf } from "../../payment/deposit.ts";
import { type ShownAsset, tokenToWire } from "../amounts.ts";
import * as wire from "../primitives.ts";

const ASSET_PREFIX = "caip19/";
/** Longer than any CAIP-19 asset with its prefix. */
const ASSET_LENGTH_MAX = 256;

export const DepositBody = Type.Object({
  asset: Type.String({ maxLength: ASSET_LENGTH_MAX, description: "a CAIP-19 asset, with or without `caip19/`" }),
});

export const depositAsset = ({ asset }: Static<typeof DepositBody>): string =>
  asset.startsWith(ASSET_PREFIX) ? asset.slice(ASSET_PREFIX.length) : asset;

export const DepositAddress = Type.Object({
  asset: wire.asset,
  address: Type.String({ description: "where to send the asset, on its chain only" }),
  amount: wire.amount,
  minimum: wire.amount,
  received: wire.amount,
  expiresAt: wire.unixSeconds,
  rateExpiresAt: Type.Optional(wire.unixSeconds),
  uri: Type.String({ description: "an EIP-681 link to a transfer of what is missing" }),
});

/** @param expiresAtS the payment's expiry */
export function depositAddressToWire(
  deposits: DepositsOfAddress,
  shown: ShownAsset,
  expiresAtS: number,
): Static<typeof DepositAddress> {
  const { asset, terms, quoteExpiresAtS } = deposits.option;
  const amountOf = (value: bigint) => tokenToWire({ asset, value }, shown);
  return {
    asset,
    address: terms.payer,
    amount: amountOf(deposits.asked),
    minimum: amountOf(deposits.minimum),
    received: amountOf(deposits.received),
    expiresAt: expiresAtS,
    ...(quoteExpiresAtS !== null && { rateExpiresAt: quoteExpiresAtS }),
    uri: transferUri({ ...terms, to: terms.payer, amount: missingOf(deposits) }),
  };
}

interface TokenTransfer {
  /** CAIP-2. */
  readonly chain: string;
  readonly token: Address;
  readonly to: Address;
  /** Smallest units. */
  readonly amount: bigint;
}

/** The transfer of a token as a link (EIP-681). */
export const transferUri = ({ chain, token, to, amount }: TokenTransfer): string =>
  `ethereum:${token}@${evmChainNumber(chain)}/transfer?address=${to}&uint256=${amount}`;
