// The contracts of a simulated chain: the router, a token with EIP-3009, a token with allowances, and Multicall3. They
// decode real calldata with the project's ABI. Each checks before it changes anything, so nothing is rolled back.
import {
  type Address,
  concat,
  decodeFunctionData,
  domainSeparator,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbi,
  zeroAddress,
} from "viem";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import { addressOf, checkSignature, type WalletKind } from "./accounts.ts";

export const CHAIN_NUMBER = 4_711;
export const CAIP2 = `eip155:${CHAIN_NUMBER}`;
export const ROUTER = addressOf("router");
export const MULTICALL3 = addressOf("multicall3");
export const PERMIT2 = addressOf("permit2");
/** Paid by signature (EIP-3009). */
export const USDC = addressOf("USDC");
/** Paid by the buyer's own transaction. */
export const USDT = addressOf("USDT");
export const DOMAIN = { name: "USDC", version: "2" };
export const DECIMALS = 6;
/** Any code will do: the boot check compares the router's with what its constructor returns. */
export const CODE: Hex = "0x60016002";

export const TOKEN = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function version() view returns (string)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
  "event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)",
]);
const MULTICALL = [...multicall3Abi, ...parseAbi(["function getChainId() view returns (uint256)"])] as const;
const PERMIT2_ABI = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);
const REASON = parseAbi(["error Error(string message)"]);

export interface State {
  /** Token units by `token owner`. */
  readonly balances: Map<string, bigint>;
  /** Units that the router may pull, by `token owner`. */
  readonly allowances: Map<string, bigint>;
  /** `authorizer nonce`. */
  readonly used: Set<string>;
  /** Terms paid by `pay`. */
  readonly paid: Set<Hex>;
  readonly nonces: Map<Address, bigint>;
  /** Wei. */
  readonly coin: Map<Address, bigint>;
}

export const copyOf = (state: State): State => ({
  balances: new Map(state.balances),
  allowances: new Map(state.allowances),
  used: new Set(state.used),
  paid: new Set(state.paid),
  nonces: new Map(state.nonces),
  coin: new Map(state.coin),
});

export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** The terms of a `Paid` event. */
  readonly paid: PaidTerms | null;
}

export type PaidTerms = Terms & { readonly hash: Hex };

export interface Outcome {
  readonly success: boolean;
  readonly data: Hex;
  readonly logs: readonly Log[];
  readonly gas: bigint;
  /** Gas burned by contracts that failed their payment, by payer. */
  readonly burned: readonly (readonly [Address, bigint])[];
}

export interface Context {
  readonly state: State;
  readonly wallets: ReadonlyMap<Address, WalletKind>;
  /** The block's time in Unix seconds. */
  readonly timeS: number;
  readonly from: Address;
  readonly isSimulated: boolean;
}

const done = (data: Hex, more: Partial<Outcome> = {}): Outcome => ({
  success: true,
  data,
  logs: [],
  gas: 30_000n,
  burned: [],
  ...more,
});
const reverted = (message: string): Outcome => ({
  ...done(encodeErrorResult({ abi: REASON, args: [message] })),
  success: false,
});

/** Runs a call to any of the contracts. */
export function execute(context: Context, to: Address, data: Hex): Outcome {
  if (to === MULTICALL3) return multicall(context, data);
  if (to === ROUTER) return router(context, data);
  if (to === USDC || to === USDT) return token(context, to, data);
  if (to === PERMIT2) {
    decodeFunctionData({ abi: PERMIT2_ABI, data });
    return done(encodeFunctionResult({ abi: PERMIT2_ABI, result: 0n }));
  }
  return done("0x");
}

function multicall(context: Context, data: Hex): Outcome {
  const { functionName, args } = decodeFunctionData({ abi: MULTICALL, data });
  if (functionName === "getEthBalance") return done(numberToHex(context.state.coin.get(args[0]) ?? 0n, { size: 32 }));
  if (functionName === "getChainId") return done(numberToHex(CHAIN_NUMBER, { size: 32 }));
  if (functionName !== "aggregate3") return reverted(`not simulated: ${functionName}`);
  const outcomes = args[0].map(({ target, callData }) => execute(context, target, callData));
  const result = outcomes.map(({ success, data: returnData }) => ({ success, returnData }));
  return done(encodeFunctionResult({ abi: MULTICALL, functionName, result }), {
    logs: outcomes.flatMap(({ logs }) => logs),
    gas: outcomes.reduce((sum, { gas }) => sum + gas, 30_000n),
    burned: outcomes.flatMap(({ burned }) => burned),
  });
}

function token({ state, from, isSimulated, wallets }: Context, address: Address, data: Hex): Outcome {
  const { functionName, args } = decodeFunctionData({ abi: TOKEN, data });
  const result = (value: string | number | bigint | boolean) =>
    done(encodeFunctionResult({ abi: TOKEN, functionName, result: value as never }));
  switch (functionName) {
    case "balanceOf":
      return result(state.balances.get(`${address} ${args[0]}`) ?? 0n);
    case "allowance":
      return result(args[1] === ROUTER ? (state.allowances.get(`${address} ${args[0]}`) ?? 0n) : 0n);
    case "approve":
      state.allowances.set(`${address} ${from}`, args[1]);
      return result(true);
    case "transfer":
      if (!move(state, address, from, args[0], args[1])) return reverted("transfer amount exceeds balance");
      return result(true);
    case "authorizationState":
      return result(state.used.has(`${args[0]} ${args[1]}`));
    case "cancelAuthorization": {
      const [authorizer, nonce, signature] = args;
      const kind = wallets.get(authorizer) ?? "plain";
      if (state.used.has(`${authorizer} ${nonce}`)) return reverted("authorization is used or canceled");
      if (!checkSignature(kind, authorizer, nonce, signature, isSimulated).isValid)
        return reverted("invalid signature");
      state.used.add(`${authorizer} ${nonce}`);
      const topics = encodeEventTopics({ abi: TOKEN, eventName: "AuthorizationCanceled", args: { authorizer, nonce } });
      return done("0x", { logs: [{ address, topics: topics as Hex[], data: "0x", paid: null }] });
    }
    case "decimals":
      return result(DECIMALS);
    case "symbol":
    case "name":
      return result(address === USDC ? "USDC" : "USDT");
    case "version":
      return result(DOMAIN.version);
    case "DOMAIN_SEPARATOR":
      return result(domainSeparator({ domain: { ...DOMAIN, chainId: CHAIN_NUMBER, verifyingContract: address } }));
  }
}

function move({ balances }: State, of: Address, from: Address, to: Address, amount: bigint): boolean {
  const held = balances.get(`${of} ${from}`) ?? 0n;
  if (held < amount) return false;
  balances.set(`${of} ${from}`, held - amount);
  balances.set(`${of} ${to}`, (balances.get(`${of} ${to}`) ?? 0n) + amount);
  return true;
}

function router(context: Context, data: Hex): Outcome {
  const { functionName, args } = decodeFunctionData({ abi: paymentRouterAbi, data });
  switch (functionName) {
    case "settle": {
      const [of, groups] = args;
      const pulls = groups.flatMap(({ feeReceiver, payouts }) =>
        payouts.flatMap(({ destination, pulls: each }) =>
          each.map((pull) => ({
            signature: pull.signature,
            terms: termsOf({ ...pull, token: of, destination, feeReceiver }),
          })),
        ),
      );
      const outcomes = pulls.map(({ terms, signature }) => ({ terms, ...pullSigned(context, terms, signature) }));
      const settled = BigInt(outcomes.filter(({ success }) => success).length);
      return done(encodeFunctionResult({ abi: paymentRouterAbi, functionName, result: settled }), {
        logs: outcomes.flatMap(({ logs }) => logs),
        gas: outcomes.reduce((sum, { gas }) => sum + gas, 130_000n),
        burned: outcomes.flatMap(({ burned }) => burned),
      });
    }
    case "payWithAuthorization":
      return pullSigned(context, termsOf(args[0]), args[1]);
    case "pay":
      return payOwn(context, termsOf(args[0]));
    case "paid":
      return done(
        encodeFunctionResult({ abi: paymentRouterAbi, functionName, result: context.state.paid.has(args[0]) }),
      );
    default:
      return reverted(`not simulated: ${functionName}`);
  }
}

type PaymentArgs = Omit<Terms, "chain" | "router" | "deadlineS"> & { readonly deadline: bigint };

const termsOf = ({
  key,
  token: of,
  payer,
  amount,
  destination,
  fee,
  feeReceiver,
  deadline,
}: PaymentArgs): PaidTerms => {
  const parties = { key, token: of, payer, destination, feeReceiver };
  const terms: Terms = { ...parties, chain: CAIP2, router: ROUTER, amount, fee, deadlineS: Number(deadline) };
  return { ...terms, hash: termsHash(terms) };
};

function pullSigned(context: Context, terms: PaidTerms, signature: Hex): Outcome {
  const { state, wallets, timeS, isSimulated } = context;
  if (timeS >= terms.deadlineS) return reverted("authorization is expired");
  if (state.used.has(`${terms.payer} ${terms.hash}`)) return reverted("authorization is used or canceled");
  const kind = wallets.get(terms.payer) ?? "plain";
  const { isValid, gas } = checkSignature(kind, terms.payer, terms.hash, signature, isSimulated);
  const burned = kind === "moody" && !isSimulated ? [[terms.payer, gas] as const] : [];
  if (!isValid) return { ...reverted("invalid signature"), gas, burned };
  if (!distribute(state, terms)) return { ...reverted("transfer amount exceeds balance"), gas, burned };
  state.used.add(`${terms.payer} ${terms.hash}`);
  return done("0x", { logs: [paidLog(terms, 0)], gas });
}

function payOwn({ state, from, timeS }: Context, terms: PaidTerms): Outcome {
  if (from !== terms.payer) return reverted("payer is not the caller");
  if (timeS >= terms.deadlineS) return reverted("expired");
  if (state.paid.has(terms.hash)) return reverted("already paid");
  const allowed = state.allowances.get(`${terms.token} ${from}`) ?? 0n;
  if (allowed < terms.amount) return reverted("insufficient allowance");
  if (!distribute(state, terms)) return reverted("transfer amount exceeds balance");
  state.allowances.set(`${terms.token} ${from}`, allowed - terms.amount);
  state.paid.add(terms.hash);
  return done("0x", { logs: [paidLog(terms, 2)], gas: 100_000n });
}

function distribute(state: State, { token: of, payer, amount, fee, destination, feeReceiver }: PaidTerms): boolean {
  if (payer === zeroAddress || !move(state, of, payer, destination, amount)) return false;
  return move(state, of, destination, feeReceiver, fee);
}

/** @param method as the event numbers it: 0 eip3009, 2 pay */
export function paidLog(terms: PaidTerms, method: number): Log {
  const { key, hash, destination, payer, amount, fee, deadlineS, token: of, feeReceiver } = terms;
  const topics = encodeEventTopics({
    abi: paymentRouterAbi,
    eventName: "Paid",
    args: { key, termsHash: hash, destination },
  });
  const plain = paidFields.map(({ name, type }) => ({ name, type }));
  const values = { payer, amount, fee, deadline: BigInt(deadlineS), token: of, feeReceiver, method };
  const data = encodeAbiParameters(
    plain,
    plain.map(({ name }) => values[name as keyof typeof values]),
  );
  return { address: ROUTER, topics: topics as Hex[], data: concat([data]), paid: terms };
}

const paidFields = paymentRouterAbi
  .filter((item) => item.type === "event")
  .flatMap((item) => (item.name === "Paid" ? item.inputs.filter(({ indexed }) => !indexed) : []));
