import {
  DepositAddress,
  DepositBody,
  depositAddressToWire,
  depositAsset,
} from "../../../contract/deposits/deposits.ts";
import { askForAddress as ask } from "../../../operations/deposits/ask-for-address.ts";
import { SELLERS_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ASSET, DEPOSIT_ADDRESS } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";

export const askForAddress = endpoint({
  id: "askForDepositAddress",
  tag: "Payments",
  summary: "Get an address to which anyone can send the asset",
  about:
    "A transfer of `amount` to `address` pays the payment: from any wallet, an exchange or a script. It may be sent in " +
    "parts; `received` is what came so far, without transfers below `minimum`. The same request gives the same address. " +
    "The first address moves the payment's expiry, because withdrawals take long.",
  route: "POST /v1/payments/:id/deposit",
  caller: "partner",
  console: SELLERS_AND_TILLS,
  isForPos: true,
  merchant: "optional",
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
  async handle(services, call) {
    const ports = { ...services, payments: ownedPayments(services.payments, call) };
    const { payment, chain, asset, deposits } = await ask(ports, call.params.id, depositAsset(call.body), () => {});
    return depositAddressToWire(deposits, { asset, chain }, payment.expiresAtS);
  },
});
