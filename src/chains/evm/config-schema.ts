// One EVM chain as the operator writes it in the chains file (JSON). Each description completes "must be …" in an error.
import Type, { type Static } from "typebox";
import { DEPTH_MAX } from "../../payment/finality.ts";
import { type AssetEntry, AssetForm } from "./config-assets.ts";
import { addressText as address, httpUrl, text } from "./config-texts.ts";

const DepthStepSchema = Type.Object(
  {
    from: Type.String({
      pattern: "^(0|[1-9][0-9]{0,17})$",
      description: 'whole standard units as text, for example "0"',
    }),
    blocks: Type.Integer({
      minimum: 1,
      maximum: DEPTH_MAX,
      description: `a number of blocks, 1 to ${DEPTH_MAX}`,
    }),
  },
  { additionalProperties: false, description: "a step: from and blocks" },
);

export const ChainSchema = Type.Object(
  {
    /** CAIP-2. */
    caip2: Type.String({ pattern: "^eip155:[1-9][0-9]{0,14}$", description: "a CAIP-2 id, for example eip155:8453" }),
    name: text("the chain's name for people"),
    iconUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Where people look transactions up, by EIP-3091: `<url>/tx/<hash>`. Buyers get a link there. */
    explorerUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Told to buyers' wallets that do not know the chain (EIP-3085): everybody sees it, so no URL with a key in it. */
    publicRpcUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Nothing of value is paid on it: the checkout says so. */
    testNet: Type.Optional(Type.Boolean({ description: "true or false" })),
    /** Asked in this order: a later one where the ones before it do not answer. */
    rpcUrls: Type.Array(httpUrl("an http or https URL"), {
      minItems: 1,
      maxItems: 10,
      description: "a list of 1 to 10 JSON-RPC URLs",
    }),
    router: address("the PaymentRouter's address"),
    permit2: Type.Optional(address("Permit2's address")),
    multicall3: Type.Optional(address("Multicall3's address")),
    feeReceiver: address("the address that gets the fees"),
    /** Gets the money for which a merchant has no destination; without it, such assets are not offered. */
    treasury: Type.Optional(address("the treasury's address")),
    /** Amounts in standard units of the payment's currency, ascending from "0". */
    confirmations: Type.Array(DepthStepSchema, {
      minItems: 1,
      maxItems: 20,
      description: 'a list of steps, for example [{"from": "0", "blocks": 1}]',
    }),
    /** Seconds after a payment's expiry in which an accepted confirm may still be mined. */
    inclusionGraceS: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 86_400, description: "seconds, 10 to 86400 (120 where it is not given)" }),
    ),
    blockTimeS: Type.Number({ minimum: 0.01, maximum: 600, description: "seconds between blocks, 0.01 to 600" }),
    /** How often the head is read. */
    pollMs: Type.Optional(Type.Integer({ minimum: 10, maximum: 60_000, description: "milliseconds, 10 to 60000" })),
    batchMax: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: "payments per transaction, 1 to 1000" }),
    ),
    maxFeePerGasGwei: Type.String({
      pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?$",
      description: 'the most gwei per gas the relayer pays, as text, for example "50"',
    }),
    /** Factories whose wallets are deployed for their first payment (EIP-6492), at the relayer's cost. */
    walletFactories: Type.Optional(
      Type.Array(address("a wallet factory's address"), {
        maxItems: 100,
        description: "a list of up to 100 addresses",
      }),
    ),
    assets: Type.Array(AssetForm, { minItems: 1, maxItems: 100, description: "a list of 1 to 100 assets" }),
  },
  { additionalProperties: false, description: "a chain" },
);

export const ChainsSchema = Type.Array(ChainSchema, { minItems: 1, maxItems: 100, description: "a list of chains" });

/** A chain as written in the chains file. */
export type ChainEntry = Omit<Static<typeof ChainSchema>, "assets"> & { assets: AssetEntry[] };
