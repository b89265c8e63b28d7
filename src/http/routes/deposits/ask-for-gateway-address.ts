import {
  DepositAddress,
  DepositBody,
  depositAddressToWire,
  depositAsset,
} from "../../../contract/deposits/deposits.ts";
import { askForAddress } from "../../../operations/deposits/ask-for-address.ts";
import { endpoint } from "../../endpoint.ts";
import { ASSET, DEPOSIT_ADDRESS } from "../../openapi/example-values.ts";

export const askForGatewayAddress = endpoint({
  id: "askForGatewayDepositAddress",
  tag: "Gateway",
  summary: "Get an address to which anyone can send the asset, as the buyer",
  about:
    "A transfer of `amount` to `address` pays the payment: from any wallet, an exchange or a script. It may be sent in " +
    "parts; `received` is what came so far, without transfers below `minimum`. The same request gives the same address. " +
    "The first address moves the payment's expiry, because withdrawals take long.",
  route: "POST /v1/gateway/payment/:id/deposit",
  caller: "wallet",
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
  async handle(services, { params, body, admitAddress }) {
    const { payment, chain, asset, deposits } = await askForAddress(
      services,
      params.id,
      depositAsset(body),
      admitAddress,
    );
    return depositAddressToWire(deposits, { asset, chain }, payment.expiresAtS);
  },
});
