// The answers of `turnpike init`, as docs/init.md lists them: from a file (JSON), or from questions. They hold no
// secrets, but may name files that do. Each description completes "must be …" in an error.
import Type, { type Static } from "typebox";
import { getAddress, isAddress } from "viem";
import { type EvmChainConfig, parseChains } from "../../chains/evm/config/config.ts";
import { PERMIT2, routerAddress } from "../../chains/evm/config/deploy.ts";
import { addressText, text } from "../../chains/evm/config/texts.ts";
import * as wire from "../../contract/primitives.ts";
import { checkDestination } from "../../merchant/destination.ts";
import type { Asset } from "../../money/asset.ts";
import { type ConfigIssue, formIssues } from "../../settings/config-issues.ts";
import { SETTINGS } from "../../settings/settings.ts";
import { chainOf, type Entry } from "./answered.ts";

const path = (description: string) => Type.String({ pattern: "^/[^\\s\"';{}$]+$", maxLength: 1_024, description });

/** As the API takes it, and without characters that quote in files of settings. */
const email = Type.String({ ...wire.email, pattern: "^[^\\s<>\"']+$" });

/** Each relayer needs its own coin on each chain. */
const RELAYERS_MAX = 10;
const RELAYERS = 2;

const closed = <T extends Parameters<typeof Type.Object>[0]>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description });

const AnswersSchema = closed(
  {
    publicUrl: Type.String({
      pattern: "^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?$",
      maxLength: 253,
      description: "https:// and the host name that buyers see, in lower case, without port and path",
    }),
    databaseUrlFile: Type.Optional(path("a path of a file that holds a postgres:// URL")),
    feePercentage: Type.Optional(Type.String({ description: SETTINGS.FEE_PERCENTAGE.expects })),
    relayers: Type.Optional(
      Type.Integer({ minimum: 1, maximum: RELAYERS_MAX, description: `a number, 1 to ${RELAYERS_MAX}` }),
    ),
    chains: Type.Array(Type.Record(Type.String(), Type.Unknown(), { description: "an entry of the chains file" }), {
      minItems: 1,
      maxItems: 100,
      description: "a list of entries of the chains file, each without its router",
    }),
    proxy: Type.Union([Type.Literal("nginx"), Type.Literal("caddy"), Type.Literal("none")], {
      description: '"nginx", "caddy" or "none"',
    }),
    certificate: Type.Optional(
      Type.Union(
        [
          closed({ chainFile: path("a path"), keyFile: path("a path") }, "files"),
          closed({ acmeEmail: email }, "an ACME account"),
        ],
        { description: '{"chainFile": …, "keyFile": …} with two paths (PEM), or {"acmeEmail": …}' },
      ),
    ),
    partner: text("the partner's name"),
    merchant: closed(
      { name: text("the merchant's name"), email, destination: addressText("the merchant's account") },
      "an object with name, email and destination",
    ),
    firstPayment: Type.Optional(
      Type.Union(
        [
          Type.Literal(false),
          closed(
            {
              chain: Type.Optional(Type.String({ description: "a CAIP-2 id of one of the chains" })),
              asset: Type.Optional(Type.String({ description: "the symbol of one of the chain's assets" })),
            },
            "a payment",
          ),
        ],
        { description: 'false, or {"chain": "eip155:…", "asset": "USDC"}, of which both may be left out' },
      ),
    ),
  },
  "an object of answers",
);

type Given = Static<typeof AnswersSchema>;

export interface Answers {
  readonly publicUrl: string;
  /** The host name of `publicUrl`. */
  readonly host: string;
  /** Null: PostgreSQL on this machine. */
  readonly databaseUrlFile: string | null;
  readonly feePercentage: string;
  readonly relayers: number;
  /** The chains file. */
  readonly chainEntries: readonly Entry[];
  readonly chains: readonly EvmChainConfig[];
  readonly proxy: Given["proxy"];
  /** Null: the proxy's own way. */
  readonly certificate:
    | { readonly chainFile: string; readonly keyFile: string }
    | { readonly acmeEmail: string }
    | null;
  readonly partner: string;
  readonly merchant: { readonly name: string; readonly email: string; readonly destination: string };
  /** Null: none. */
  readonly firstPayment: { readonly chain: EvmChainConfig; readonly asset: Asset } | null;
}

export type ParsedAnswers =
  | { readonly kind: "ok"; readonly answers: Answers }
  | { readonly kind: "invalid"; readonly issues: readonly ConfigIssue[] };

/**
 * @param json the parsed file of answers
 * @param installed entries of chains that the machine has, the first ones of a chain first
 */
export function parseAnswers(json: unknown, installed: readonly Entry[] = []): ParsedAnswers {
  const malformed = formIssues(AnswersSchema, json);
  if (malformed.length > 0) return { kind: "invalid", issues: malformed };
  const given = json as Given;
  const chainEntries = given.chains.map((entry) => withRouter(entry, installed));
  const parsed = parseChains(chainEntries);
  if (parsed.kind === "invalid") {
    const issues = parsed.issues.map(({ field, message }) => ({ field: `chains.${field}`, message }));
    return { kind: "invalid", issues: [...issues, ...ownIssues(given)] };
  }
  const paid = firstPaymentOf(given, parsed.chains);
  const issues = [...ownIssues(given), ...ofDestination(given, parsed.chains), ...("message" in paid ? [paid] : [])];
  if (issues.length > 0 || "message" in paid) return { kind: "invalid", issues };
  const { publicUrl, proxy, partner, merchant } = given;
  return {
    kind: "ok",
    answers: {
      publicUrl,
      host: new URL(publicUrl).host,
      databaseUrlFile: given.databaseUrlFile ?? null,
      feePercentage: given.feePercentage ?? SETTINGS.FEE_PERCENTAGE.fallback,
      relayers: given.relayers ?? RELAYERS,
      chainEntries,
      chains: parsed.chains,
      proxy,
      certificate: given.certificate ?? null,
      partner,
      merchant: { ...merchant, destination: getAddress(merchant.destination) },
      firstPayment: paid.firstPayment,
    },
  };
}

/**
 * A chain keeps its router, also if this version's has other code: payments in progress may only be paid through it.
 * The address of a new one depends only on its code and Permit2's address, so it is known before it is deployed.
 */
function withRouter(entry: Entry, installed: readonly Entry[]): Entry {
  const own = routerOf(entry.permit2);
  const former = installed.find(
    (each) => each.router !== undefined && chainOf(each) === chainOf(entry) && routerOf(each.permit2) === own,
  );
  return { ...entry, router: entry.router ?? former?.router ?? own };
}

const routerOf = (permit2: unknown): string =>
  routerAddress(typeof permit2 === "string" && isAddress(permit2) ? permit2 : PERMIT2);

function ownIssues({ feePercentage, proxy, certificate, merchant }: Given): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (feePercentage !== undefined && SETTINGS.FEE_PERCENTAGE.parse(feePercentage) === undefined) {
    issues.push({ field: "feePercentage", message: `must be ${SETTINGS.FEE_PERCENTAGE.expects}` });
  }
  if (proxy === "nginx" && certificate === undefined) {
    issues.push({ field: "certificate", message: "is missing: nginx needs two files, or an email address for ACME" });
  }
  if (proxy === "none" && certificate !== undefined) {
    issues.push({ field: "certificate", message: 'must be left out with the proxy "none"' });
  }
  if (!isAddress(merchant.destination)) {
    issues.push({
      field: "merchant.destination",
      message: "must have the checksum of EIP-55: copy it from its wallet",
    });
  }
  return issues;
}

/** The first reason for which the API would refuse the merchant's account, in any asset. */
function ofDestination({ merchant: { destination } }: Given, chains: readonly EvmChainConfig[]): ConfigIssue[] {
  if (!isAddress(destination)) return []; // of which ownIssues tells
  const routers = new Map(chains.map(({ caip2, router }) => [caip2, router]));
  const pairs = chains.flatMap(({ caip2, assets }) =>
    assets.map(({ id }) => ({ asset: id, destination: `${caip2}:${destination}` })),
  );
  const checked = pairs.map((pair) => checkDestination(pair, routers));
  const issues = checked.flatMap((each) => (each.ok ? [] : [{ field: "merchant.destination", message: each.message }]));
  return issues.slice(0, 1);
}

type Paid = Pick<Answers, "firstPayment"> | ConfigIssue;

/** The chosen asset, or else the first one that is paid by one signature, on a chain where this partner can be paid. */
function firstPaymentOf({ firstPayment = {} }: Given, chains: readonly EvmChainConfig[]): Paid {
  if (firstPayment === false) return { firstPayment: null };
  const isReal = chains.some(({ isTestNet }) => !isTestNet);
  const usable = chains.filter(({ isTestNet }) => isTestNet !== isReal);
  const named = firstPayment.chain === undefined ? usable : usable.filter(({ caip2 }) => caip2 === firstPayment.chain);
  if (named.length === 0) {
    const which = isReal ? "the chains that are no test nets, because others take only test payments" : "the chains";
    return { field: "firstPayment.chain", message: `must be one of ${which}: ${usable.map(({ caip2 }) => caip2)}` };
  }
  for (const chain of named) {
    const asset = chain.assets.find(
      ({ symbol, method, peggedTo }) =>
        method === "eip3009" && peggedTo !== undefined && symbol === (firstPayment.asset ?? symbol),
    );
    if (asset) return { firstPayment: { chain, asset } };
  }
  const remedy = "name an asset with the method eip3009 that has a currency, or set firstPayment to false";
  return { field: "firstPayment.asset", message: `must be one that a signature alone pays: ${remedy}` };
}
