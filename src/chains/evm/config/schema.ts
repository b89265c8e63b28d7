// One EVM chain in the chains file (JSON). Each description completes "must be …" in an error.
import Type, { type Static } from "typebox";
import { DEPTH_MAX } from "../../../payment/transfers/finality.ts";
import { AssetBaseSchema, type AssetEntry } from "./assets.ts";
import { addressText as address, httpUrl, text } from "./texts.ts";

const DepthStepSchema = Type.Object(
  {
    from: Type.String({
      pattern: "^(0|[1-9][0-9]{0,17})$",
      description: 'whole US dollars as a string, for example "0"',
    }),
    blocks: Type.Integer({
      minimum: 1,
      maximum: DEPTH_MAX,
      description: `a number of blocks, 1 to ${DEPTH_MAX}`,
    }),
    finality: Type.Optional(
      Type.Union([Type.Literal("safe"), Type.Literal("finalized")], { description: '"safe" or "finalized"' }),
    ),
  },
  { additionalProperties: false, description: "a step: from, blocks and, optionally, finality" },
);

/** The largest transaction (EIP-7825), rounded up. */
const GAS_PER_DAY_MIN = 20_000_000;
/** The largest payment relayed alone, one that deploys its wallet. */
const WALLET_GAS_PER_DAY_MIN = 1_500_000;
/** Some recoveries, each of up to 200 000. */
const RECOVERY_GAS_PER_DAY_MIN = 1_000_000;

const amountsBySymbol = Type.Record(
  Type.String(),
  Type.String({
    pattern: "^(0|[1-9][0-9]{0,17})(\\.[0-9]{1,36})?$",
    description: 'standard units as a string, for example "1.50"',
  }),
  { description: 'an object of amounts by symbol, for example {"USDC": "1.50"}' },
);

export const ChainSchema = Type.Object(
  {
    /** CAIP-2. */
    caip2: Type.String({ pattern: "^eip155:[1-9][0-9]{0,14}$", description: "a CAIP-2 id, for example eip155:8453" }),
    name: text("the chain's display name"),
    iconUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Block explorer by EIP-3091: `<url>/tx/<hash>`. Buyers are linked to it. */
    explorerUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Given to buyers' wallets that do not know the chain (EIP-3085). It is public, so it must not contain a key. */
    publicRpcUrl: Type.Optional(httpUrl("an http or https URL")),
    /** Its assets have no value; the checkout says so. */
    testNet: Type.Optional(Type.Boolean({ description: "true or false" })),
    /** RPC URLs in order of preference: a later URL is used if the earlier ones fail. */
    rpcUrls: Type.Array(httpUrl("an http or https URL"), {
      minItems: 1,
      maxItems: 10,
      description: "a list of 1 to 10 JSON-RPC URLs",
    }),
    router: address("the PaymentRouter's address"),
    permit2: Type.Optional(address("Permit2's address")),
    multicall3: Type.Optional(address("Multicall3's address")),
    feeReceiver: address("the address that receives the fees"),
    /** Receives payments in assets for which a merchant has no destination. Without it, such assets are not offered. */
    treasury: Type.Optional(address("the treasury's address")),
    /** Amounts in whole US dollars, ascending from "0". */
    confirmations: Type.Array(DepthStepSchema, {
      minItems: 1,
      maxItems: 20,
      description: 'a list of steps, for example [{"from": "0", "blocks": 1}]',
    }),
    /** Whole US dollars from which a second provider must show the transfer. */
    secondSourceFrom: Type.Optional(
      Type.String({
        pattern: "^(0|[1-9][0-9]{0,17})$",
        description: 'whole US dollars as a string, for example "1000"',
      }),
    ),
    /** Seconds after a payment's expiry during which an accepted confirm may still be mined. */
    inclusionGraceS: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 86_400, description: "seconds, 10 to 86400 (default 120)" }),
    ),
    /** If the newest followed block is older, the chain's options are not offered. */
    headAgeMaxS: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: "seconds, 1 to 86400 (default 120, or 20 blocks)" }),
    ),
    blockTimeS: Type.Number({ minimum: 0.01, maximum: 600, description: "seconds between blocks, 0.01 to 600" }),
    /** Interval between reads of the head. */
    pollMs: Type.Optional(Type.Integer({ minimum: 10, maximum: 60_000, description: "milliseconds, 10 to 60000" })),
    batchMax: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: "payments per transaction, 1 to 1000" }),
    ),
    /** Minimums by asset symbol, in standard units. Smaller payments are not offered: each costs the relayer gas. */
    minimum: Type.Optional(amountsBySymbol),
    /** The same for transfers to deposit addresses. Smaller ones are not counted. By default 0.01 of each asset. */
    depositMinimum: Type.Optional(amountsBySymbol),
    maxFeePerGasGwei: Type.String({
      pattern: "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?$",
      description: 'the most the relayer pays in gwei per gas, as a string, for example "50"',
    }),
    /** Maximum gas limits of one relayer in 24 hours. Beyond it, another relayer takes over, or payments wait. */
    relayerGasPerDay: Type.Optional(
      Type.Integer({
        minimum: GAS_PER_DAY_MIN,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `gas per relayer and day, at least ${GAS_PER_DAY_MIN}`,
      }),
    ),
    /** Gas that the code of payers who have not paid before may waste in 24 hours, on all relayers together. */
    walletGasPerDay: Type.Optional(
      Type.Integer({
        minimum: WALLET_GAS_PER_DAY_MIN,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `gas per day, at least ${WALLET_GAS_PER_DAY_MIN}`,
      }),
    ),
    /** Gas limits of recoveries from deposit addresses in 24 hours, on all relayers together. */
    recoveryGasPerDay: Type.Optional(
      Type.Integer({
        minimum: RECOVERY_GAS_PER_DAY_MIN,
        maximum: Number.MAX_SAFE_INTEGER,
        description: `gas per day, at least ${RECOVERY_GAS_PER_DAY_MIN}`,
      }),
    ),
    /** Factories whose wallets are deployed with their first payment (EIP-6492), at the relayer's cost. */
    walletFactories: Type.Optional(
      Type.Array(address("a wallet factory's address"), {
        maxItems: 100,
        description: "a list of up to 100 addresses",
      }),
    ),
    assets: Type.Array(AssetBaseSchema, { minItems: 1, maxItems: 100, description: "a list of 1 to 100 assets" }),
  },
  { additionalProperties: false, description: "a chain" },
);

export const ChainsSchema = Type.Array(ChainSchema, { minItems: 1, maxItems: 100, description: "a list of chains" });

/** A chain as written in the chains file. */
export type ChainEntry = Omit<Static<typeof ChainSchema>, "assets"> & { assets: AssetEntry[] };
