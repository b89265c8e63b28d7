// The router of a simulated chain. It decodes real calldata with the project's ABI.
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  zeroAddress,
} from "viem";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { depositTerms } from "../../../src/chains/evm/router/deposit-address.ts";
import { type Terms, termsHash } from "../../../src/payment/terms.ts";
import { checkSignature } from "./accounts.ts";
import {
  CAIP2,
  type Context,
  done,
  failed,
  type Log,
  move,
  type Outcome,
  type PaidTerms,
  ROUTER,
  reverted,
  type State,
} from "./state.ts";

/** As the event numbers them. */
export const METHOD_EIP3009 = 0;
const METHOD_PAY = 2;
export const METHOD_DEPOSIT = 3;
/** PaymentRouter.RECOVERABLE_AFTER_S. */
const RECOVERABLE_AFTER_S = 30 * 86_400;

export function router(context: Context, data: Hex): Outcome {
  const { functionName, args } = decodeFunctionData({ abi: paymentRouterAbi, data });
  switch (functionName) {
    case "settle": {
      const [of, groups] = args;
      const pulls = groups.flatMap(({ feeReceiver, method, payouts }) =>
        payouts.flatMap(({ destination, pulls: each }) =>
          each.map((pull) => ({
            method,
            signature: pull.signature,
            payment: { ...pull, token: of, destination, feeReceiver },
          })),
        ),
      );
      const outcomes = pulls.map(({ method, payment, signature }) =>
        method === METHOD_DEPOSIT ? sweep(context, payment) : pullSigned(context, termsOf(payment), signature),
      );
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
    case "sweep":
      return sweep(context, args[0]);
    case "recover":
      return recover(context, args[0], args[1]);
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

/** The terms of a deposit: their payer is the address. */
const depositTermsOf = ({ payer: _, deadline, ...payment }: PaymentArgs): PaidTerms => {
  const terms = depositTerms(CAIP2, { ...payment, router: ROUTER, deadlineS: Number(deadline) });
  return { ...terms, hash: termsHash(terms) };
};

/** Passes on all of the token, and all coins, if that is at least the amount. */
function sweep({ state }: Context, payment: PaymentArgs): Outcome {
  const terms = depositTermsOf(payment);
  const { token, payer, amount, destination, feeReceiver, fee } = terms;
  const held = state.balances.get(`${token} ${payer}`) ?? 0n;
  if (held < amount) {
    const args = [amount, held] as const;
    return { ...failed(encodeErrorResult({ abi: paymentRouterAbi, errorName: "ReceivedLess", args })), gas: 4_000n };
  }
  move(state, token, payer, destination, held);
  move(state, token, destination, feeReceiver, fee);
  passCoins(state, terms);
  const excess = held === amount ? [] : [recoveredLog(terms, token, held - amount)];
  return done("0x", { logs: [paidLog(terms, METHOD_DEPOSIT), ...excess], gas: 48_000n });
}

/** Passes on all of a token, without a fee. The terms' own must be less than the amount, and past the deadline. */
function recover({ state, timeS }: Context, payment: PaymentArgs, token: Address): Outcome {
  const terms = depositTermsOf(payment);
  const { payer, amount, destination, deadlineS } = terms;
  const isCoin = token === zeroAddress;
  const held = (isCoin ? state.coin.get(payer) : state.balances.get(`${token} ${payer}`)) ?? 0n;
  const fromS = held < amount ? deadlineS : deadlineS + RECOVERABLE_AFTER_S;
  if (token === terms.token && timeS < fromS) {
    return failed(encodeErrorResult({ abi: paymentRouterAbi, errorName: "RecoverableLater", args: [BigInt(fromS)] }));
  }
  if (held === 0n) return failed(encodeErrorResult({ abi: paymentRouterAbi, errorName: "NothingToRecover" }));
  if (!isCoin) move(state, token, payer, destination, held);
  passCoins(state, terms);
  return done("0x", { logs: [recoveredLog(terms, token, held)], gas: 80_000n });
}

function passCoins({ coin }: State, { payer, destination }: PaidTerms): void {
  const coins = coin.get(payer) ?? 0n;
  if (coins === 0n) return;
  coin.set(payer, 0n);
  coin.set(destination, (coin.get(destination) ?? 0n) + coins);
}

function recoveredLog({ key, hash, destination, payer }: PaidTerms, token: Address, amount: bigint): Log {
  const topics = encodeEventTopics({
    abi: paymentRouterAbi,
    eventName: "Recovered",
    args: { key, termsHash: hash, destination },
  });
  const types = [{ type: "address" }, { type: "address" }, { type: "uint256" }] as const;
  return { address: ROUTER, topics: topics as Hex[], data: encodeAbiParameters(types, [payer, token, amount]) };
}

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
  return done("0x", { logs: [paidLog(terms, METHOD_EIP3009)], gas });
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
  return done("0x", { logs: [paidLog(terms, METHOD_PAY)], gas: 100_000n });
}

function distribute(state: State, { token: of, payer, amount, fee, destination, feeReceiver }: PaidTerms): boolean {
  if (payer === zeroAddress || !move(state, of, payer, destination, amount)) return false;
  return move(state, of, destination, feeReceiver, fee);
}

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
  return { address: ROUTER, topics: topics as Hex[], data, paid: terms };
}

const paidFields = paymentRouterAbi
  .filter((item) => item.type === "event")
  .flatMap((item) => (item.name === "Paid" ? item.inputs.filter(({ indexed }) => !indexed) : []));
