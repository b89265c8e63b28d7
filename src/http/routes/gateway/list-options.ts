import { fiatToWire } from "../../../contract/amounts.ts";
import {
  collectDataToWire,
  Options,
  OptionsBody,
  OptionsQuery,
  optionToWire,
  paymentInfo,
} from "../../../contract/gateway/gateway.ts";
import { coinToWire, unavailableToWire } from "../../../contract/gateway/unavailable.ts";
import { type ListedOption, listOptions as list } from "../../../operations/gateway/list-options.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, OPTION_ID, PAYMENT_INFO, TOKEN } from "../../openapi/example-values.ts";

const OPTION = {
  id: OPTION_ID,
  account: BUYER,
  amount: TOKEN,
  etaS: 5,
  expiresAt: null,
  actions: [{ type: "build", data: { data: "sign" } }],
  collectData: null,
};
const UNAVAILABLE = {
  asset: TOKEN.unit.slice("caip19/".length),
  reason: "insufficient_balance" as const,
  account: BUYER,
  display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" },
  amount: TOKEN.value,
  balance: "2500000",
  shortfall: (BigInt(TOKEN.value) - 2_500_000n).toString(),
};
const COLLECT_DATA = collectDataToWire("AeZ2uP0iCk7Qx1bV9sYt", "https://pay.example");

export const listOptions = endpoint({
  id: "listOptions",
  tag: "Gateway",
  summary: "List the options for paying with these accounts",
  about:
    "Send all of the user's accounts on every chain. Each counts as one request for the rate limit. " +
    "`options` is empty if none of them can pay, and once the payment has succeeded, failed or been cancelled. " +
    "With `includeUnavailable`, `unavailable` names the other assets that the merchant takes, why these accounts " +
    "cannot pay with them, and what is missing.",
  route: "POST /v1/gateway/payment/:id/options",
  caller: "wallet",
  request: { query: OptionsQuery, body: OptionsBody },
  response: [200, Options],
  errors: { 400: ["invalid_state"], 410: ["payment_expired"], 422: ["params_validation"], 451: ["sanctioned_user"] },
  examples: {
    requests: { oneAccount: { accounts: [BUYER] }, withReasons: { accounts: [BUYER], includeUnavailable: true } },
    responses: {
      oneOption: { options: [OPTION], collectData: null, info: PAYMENT_INFO },
      dataAskedFor: {
        options: [{ ...OPTION, collectData: COLLECT_DATA }],
        collectData: COLLECT_DATA,
        info: null,
      },
      tooLittleMoney: { options: [], unavailable: [UNAVAILABLE], collectData: null, info: null },
      nothingToPay: { options: [], collectData: null, info: null },
    },
  },
  uses: [
    "payments",
    "paymentLinks",
    "destinations",
    "chains",
    "chainAvailability",
    "rates",
    "fees",
    "screening",
    "optionKeys",
    "optionLifetimeS",
    "buyerDataTokenKeys",
    "buyerData",
    "buyerDataKeys",
    "log",
    "throttle",
    "nowS",
    "nowMs",
  ],
  async handle(services, { params, query, body, settings, charge }) {
    charge(Math.max(body.accounts.length - 1, 0)); // each account costs as much as another request
    const { payment, options, unavailable } = await list(services, params.id, body.accounts);
    const isExplained = query.includeUnavailable === true || body.includeUnavailable === true;
    const wire = options.map((listed) => toWire(listed, settings.publicUrl, isExplained));
    return {
      options: wire,
      ...(isExplained && { unavailable: unavailable.map(unavailableToWire) }),
      // Wallets check here first whether any buyer data is needed.
      collectData: wire.find(({ collectData }) => collectData)?.collectData ?? null,
      info: query.includePaymentInfo || body.includePaymentInfo ? paymentInfo(payment, settings.publicUrl) : null,
    };
  },
});

function toWire(
  { id, option, asset, chain, form, gas, gasWorth }: ListedOption,
  publicUrl: string,
  isExplained: boolean,
) {
  const collected = form === null ? null : collectDataToWire(form, publicUrl);
  const worth = gasWorth && { fiatAmount: fiatToWire(gasWorth) };
  const fee = gas === null ? null : { ...coinToWire(gas, chain), ...worth };
  return optionToWire(id, option, { asset, chain }, chain.etaS, collected, isExplained ? fee : undefined);
}
