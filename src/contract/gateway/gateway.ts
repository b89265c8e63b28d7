// The gateway's endpoints, for the buyer's wallet, on the wire.
import Type, { type Static } from "typebox";
import { logoUrl } from "../../merchant/logo.ts";
import { BUYER_DATA_FIELDS, BUYER_DATA_SCHEMA } from "../../payment/buyer-data/buyer-data-fields.ts";
import { buyerDataFormPath } from "../../payment/link.ts";
import { OPTION_ID_LENGTH_MAX, type Option } from "../../payment/option.ts";
import { buyerAccount } from "../../payment/options/buyer-account.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { fiatToWire, type ShownAsset, tokenToWire } from "../amounts.ts";
import { paymentStatus } from "../payments/payments.ts";
import * as wire from "../primitives.ts";
import { CoinAmount, UnavailableAsset } from "./unavailable.ts";

const ACCOUNTS_MAX = 100;
/** Several times the actions of any option. */
const RESULTS_MAX = 32;

const buyer = Type.Object({
  accountCaip10: wire.account,
  accountProviderName: Type.String(),
  accountProviderIcon: Type.Optional(Type.String()),
});

export const PaymentInfo = Type.Object({
  status: paymentStatus,
  amount: wire.amount,
  expiresAt: wire.unixSeconds,
  merchant: Type.Object({ name: Type.String(), iconUrl: Type.Optional(Type.String()) }),
  buyer: Type.Optional(buyer),
});

export const collectData = Type.Object({
  fields: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      required: Type.Boolean(),
      type: wire.oneOf(["text", "date", "checkbox"]),
    }),
  ),
  schema: Type.Unsafe<object>({ type: "object", additionalProperties: true }),
  url: wire.url,
});

const walletRpcAction = Type.Object({
  type: Type.Literal("walletRpc"),
  data: Type.Object({ chain_id: Type.String(), method: Type.String(), params: Type.Array(Type.Unknown()) }),
});

const buildAction = Type.Object({ type: Type.Literal("build"), data: Type.Object({ data: Type.String() }) });

/** `fiatAmount` is its worth in the payment's currency, rounded up; missing if the coin has no current price. */
const NetworkFee = Type.Object({ ...CoinAmount.properties, fiatAmount: Type.Optional(wire.amount) });

export const option = Type.Object({
  id: Type.String({ maxLength: OPTION_ID_LENGTH_MAX }),
  account: wire.account,
  amount: wire.amount,
  etaS: Type.Integer(),
  expiresAt: wire.nullable(wire.unixSeconds),
  actions: Type.Array(buildAction),
  collectData: wire.nullable(collectData),
  networkFee: Type.Optional(wire.nullable(NetworkFee)),
});

export const OptionsQuery = Type.Object({
  includePaymentInfo: Type.Optional(Type.Boolean()),
  includeUnavailable: Type.Optional(
    Type.Boolean({ description: "adds `unavailable`, and `networkFee` to each option" }),
  ),
});

export const OptionsBody = Type.Object({
  accounts: Type.Array(Type.String(), { maxItems: ACCOUNTS_MAX }),
  refresh: Type.Optional(wire.nullable(Type.Array(Type.String(), { maxItems: ACCOUNTS_MAX }))),
  includePaymentInfo: Type.Optional(wire.nullable(Type.Boolean())),
  includeUnavailable: Type.Optional(wire.nullable(Type.Boolean())),
});

export const Options = Type.Object({
  options: Type.Array(option),
  unavailable: Type.Optional(Type.Array(UnavailableAsset)),
  collectData: wire.nullable(collectData),
  info: wire.nullable(PaymentInfo),
});

/** Far more than the form has; bounds the issues in an error. */
const COLLECTED_FIELDS_MAX = 100;

const optionId = Type.String({ maxLength: OPTION_ID_LENGTH_MAX });

export const FetchBody = Type.Object({ optionId, data: Type.String() });

export const FetchedActions = Type.Object({ actions: Type.Array(walletRpcAction) });

export const ConfirmBody = Type.Object({
  optionId,
  results: Type.Array(
    Type.Object({
      type: Type.Literal("walletRpc"),
      data: Type.Array(Type.Unknown(), {
        maxItems: RESULTS_MAX,
        description: "the wallet's result: a string, or any JSON value, which is read as its JSON text",
      }),
    }),
    { maxItems: RESULTS_MAX },
  ),
  collectedData: Type.Optional(
    wire.nullable(
      Type.Object({
        fields: Type.Array(Type.Object({ id: Type.String(), value: Type.String() }), {
          maxItems: COLLECTED_FIELDS_MAX,
          description: `a list of at most ${COLLECTED_FIELDS_MAX} fields`,
        }),
      }),
    ),
  ),
  excludeFromRelayer: Type.Optional(wire.nullable(Type.Boolean())),
});

export const PollQuery = Type.Object({ maxPollMs: Type.Optional(wire.maxPollMs) });

export function paymentInfo(payment: PaymentForBuyer, publicUrl: string): Static<typeof PaymentInfo> {
  const { name, logo } = payment.merchant;
  return {
    status: payment.status,
    amount: fiatToWire(payment.amount),
    expiresAt: payment.expiresAtS,
    merchant: logo === null ? { name } : { name, iconUrl: logoUrl(publicUrl, logo) },
    ...buyerOf(payment.confirmation),
  };
}

function buyerOf(confirmation: PaymentForBuyer["confirmation"]): { readonly buyer?: Static<typeof buyer> } {
  const account = confirmation && buyerAccount(confirmation);
  return account ? { buyer: { accountCaip10: account, accountProviderName: confirmation.providerName } } : {};
}

/** The data of every build action; the option's id already contains everything. */
const BUILD_DATA = "sign";

export const optionToWire = (
  id: string,
  { asset, terms, quoteExpiresAtS }: Option,
  shown: ShownAsset,
  etaS: number,
  form: Static<typeof collectData> | null,
  networkFee?: Static<typeof NetworkFee> | null,
): Static<typeof option> => ({
  id,
  account: `${terms.chain}:${terms.payer}`,
  amount: tokenToWire({ asset, value: terms.amount }, shown),
  etaS,
  expiresAt: quoteExpiresAtS,
  actions: [{ type: "build", data: { data: BUILD_DATA } }],
  collectData: form,
  ...(networkFee !== undefined && { networkFee }),
});

/** The buyer-data form. Only its URL differs between options. */
export const collectDataToWire = (token: string, publicUrl: string): Static<typeof collectData> => ({
  fields: BUYER_DATA_FIELDS.map((field) => ({ ...field })),
  schema: BUYER_DATA_SCHEMA,
  url: `${publicUrl}${buyerDataFormPath(token)}`,
});

export const walletRpcToWire = (action: {
  readonly chain: string;
  readonly method: string;
  readonly params: readonly unknown[];
}): Static<typeof walletRpcAction> => ({
  type: "walletRpc",
  data: { chain_id: action.chain, method: action.method, params: [...action.params] },
});

/** All results in order, as text: clients send one per entry, or all in one entry. */
export const resultsOf = (body: Static<typeof ConfirmBody>): readonly string[] =>
  body.results
    .flatMap(({ data }) => data)
    .map((result) => (typeof result === "string" ? result : JSON.stringify(result)));
