// The tokens of a simulated chain, one with EIP-3009 and one with allowances, and Multicall3. They decode real calldata
// and check before they change anything, so nothing is rolled back.
import {
  type Address,
  decodeFunctionData,
  domainSeparator,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbi,
} from "viem";
import { checkSignature } from "./accounts.ts";
import { router } from "./router.ts";
import {
  CHAIN_NUMBER,
  type Context,
  DECIMALS,
  DOMAIN,
  done,
  type Log,
  MULTICALL3,
  move,
  type Outcome,
  PERMIT2,
  ROUTER,
  reverted,
  type TokenTransfer,
  USDC,
  USDT,
} from "./state.ts";

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
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);
const MULTICALL = [...multicall3Abi, ...parseAbi(["function getChainId() view returns (uint256)"])] as const;
const PERMIT2_ABI = parseAbi(["function nonceBitmap(address owner, uint256 word) view returns (uint256)"]);

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
  const outcomes = args[0].map(({ target, callData, allowFailure }) => ({
    ...execute(context, target, callData),
    allowFailure,
  }));
  const fatal = outcomes.find(({ success, allowFailure }) => !success && !allowFailure);
  if (fatal) return reverted("Multicall3: call failed");
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
      return { ...result(true), logs: [transferLog({ token: address, from, to: args[0], amount: args[1] })] };
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
      return done("0x", { logs: [{ address, topics: topics as Hex[], data: "0x" }] });
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

function transferLog(transfer: TokenTransfer): Log {
  const { token: address, from, to, amount } = transfer;
  const topics = encodeEventTopics({ abi: TOKEN, eventName: "Transfer", args: { from, to } });
  return { address, topics: topics as Hex[], data: numberToHex(amount, { size: 32 }), transfer };
}
