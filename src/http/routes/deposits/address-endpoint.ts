// The part that both endpoints share that give a payment its deposit address.
import { DepositAddress, DepositBody, depositAddressToWire } from "../../../contract/deposits/deposits.ts";
import type { GivenAddress } from "../../../operations/deposits/ask-for-address.ts";
import { ASSET, DEPOSIT_ADDRESS } from "../../openapi/example-values.ts";

export const ADDRESS_ENDPOINT = {
  about:
    "A transfer of `amount` to `address` pays the payment: from any wallet, an exchange or a script. It may be sent in " +
    "parts; `received` is what came so far, without transfers below `minimum`. The same request gives the same address. " +
    "The first address moves the payment's expiry, because withdrawals take long.",
  request: { body: DepositBody },
  response: [200, DepositAddress],
  errors: { 400: ["invalid_state"], 410: ["payment_expired"] },
  examples: { requests: { usdc: { asset: ASSET } }, responses: { halfPaid: DEPOSIT_ADDRESS } },
  uses: [
    "payments",
    "deposits",
    "depositLimits",
    "partners",
    "paymentLifetimeMaxS",
    "paymentLinks",
    "destinations",
    "chains",
    "chainAvailability",
    "rates",
    "fees",
    "nowS",
  ],
} as const;

export const addressAnswer = ({ deposits, asset, chain, payment }: GivenAddress) =>
  depositAddressToWire(deposits, { asset, chain }, payment.expiresAtS);
