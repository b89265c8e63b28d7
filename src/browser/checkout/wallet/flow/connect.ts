// Connects a wallet and loads the payment options of its accounts.
import { accountsOf, type PaymentOption, preparePayment, type UnavailableAsset } from "../../../../client/index.ts";
import type { FoundWallet } from "../../../wallet/discovery.ts";
import { type Problem, problemOf } from "../../../wallet/problem.ts";
import type { Connection, Flow, View } from "./flow.ts";

type Options = Extract<View, { at: "options" }>;

/** Removes the listeners of the previous wallet. */
let unwatch: () => void = () => {};

export async function connect(flow: Flow, wallet: FoundWallet): Promise<void> {
  const turn = flow.begin();
  flow.show({ at: "wallets", connecting: wallet });
  try {
    const connection = await connectionTo(flow, wallet);
    if (turn.aborted) return;
    watch(flow, connection);
    await loadOptions(flow, connection);
  } catch (error) {
    if (!turn.aborted) flow.show({ at: "wallets", connecting: null }, inDoubt(flow, problemOf(error)));
  }
}

/** Their texts say that nothing was paid, or invite the buyer to pay. */
const INVITATIONS: readonly (Problem | null)[] = [
  null,
  "balanceTaken",
  "insufficientFunds",
  "linkFull",
  "noAnswer",
  "optionRefused",
  "priceExpired",
  "priceUpdated",
  "refused",
  "unknown",
  "walletUnable",
];

/** While the wallet may have sent the payment, the page must not invite the buyer to pay it again. */
export const inDoubt = ({ kept }: Flow, problem: Problem | null): Problem | null =>
  kept.mayBeSent && INVITATIONS.includes(problem) ? "maybeSent" : problem;

export function disconnect(flow: Flow): void {
  flow.begin();
  unwatch();
  flow.show({ at: "wallets", connecting: null });
}

async function connectionTo({ context }: Flow, wallet: FoundWallet): Promise<Connection> {
  const chains = context.data.chains.map(({ caip2 }) => caip2);
  const accounts = await accountsOf(wallet.provider, chains);
  return { wallet, accounts, chain: await chainOf(wallet) };
}

async function chainOf({ provider }: FoundWallet): Promise<string | null> {
  try {
    return `eip155:${BigInt(String(await provider.request({ method: "eth_chainId" })))}`;
  } catch {
    return null; // only used for sorting
  }
}

/** Buyers may switch accounts at any time. While the wallet has an open request, its response decides instead. */
function watch(flow: Flow, { wallet }: Connection): void {
  unwatch();
  const { provider } = wallet;
  const onAccounts = (accounts: unknown) => {
    const { at } = flow.shown.view;
    if (at !== "options" && at !== "loading") return;
    if (!Array.isArray(accounts) || accounts.length === 0) disconnect(flow);
    else void connect(flow, wallet);
  };
  provider.on?.("accountsChanged", onAccounts);
  unwatch = () => void provider.removeListener?.("accountsChanged", onAccounts);
}

/**
 * @param problem shown with the options
 * @param wanted the previously chosen option
 */
export async function loadOptions(
  flow: Flow,
  connection: Connection,
  problem: Problem | null = null,
  wanted: PaymentOption | null = null,
): Promise<void> {
  const turn = flow.begin();
  if (flow.shown.view.at !== "options") flow.show({ at: "loading", connection }, inDoubt(flow, problem));
  try {
    const { options, unavailable } = await readOptions(flow, connection);
    if (turn.aborted) return;
    const chosen = options.find((option) => isSameWay(option, wanted)) ?? options[0] ?? null;
    flow.show({ ...NONE, connection, options, unavailable, chosen }, inDoubt(flow, problem));
    if (chosen) await prepare(flow, chosen);
  } catch (error) {
    if (turn.aborted) return;
    flow.show({ ...NONE, connection }, inDoubt(flow, problemOf(error)));
  }
}

const NONE: Omit<Options, "connection"> = {
  at: "options",
  options: [],
  unavailable: null,
  chosen: null,
  prepared: null,
  isStarting: false,
};

interface ReadOptions {
  readonly options: readonly PaymentOption[];
  readonly unavailable: readonly UnavailableAsset[];
}

/** Options on the wallet's current chain come first, because they need no network switch. */
export async function readOptions({ context }: Flow, { accounts, chain }: Connection): Promise<ReadOptions> {
  const body = { accounts: [...accounts], includeUnavailable: true };
  const { options, unavailable } = await context.gateway.options(context.data.paymentId, body);
  const isHere = ({ account }: PaymentOption) => chain !== null && account.startsWith(`${chain}:`);
  const sorted = options.toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)));
  return { options: sorted, unavailable: unavailable ?? [] };
}

/** The same token from the same account, at any price. */
export const isSameWay = (one: PaymentOption, other: PaymentOption | null): boolean =>
  other !== null && one.account === other.account && one.amount.unit === other.amount.unit;

/** Starts a turn: prices that are being read, or a payment that is being started, are of the previous choice. */
export async function choose(flow: Flow, option: PaymentOption): Promise<void> {
  const { view } = flow.shown;
  if (view.at !== "options") return;
  flow.begin();
  flow.show({ ...view, chosen: option, prepared: null, isStarting: false }, inDoubt(flow, null));
  await prepare(flow, option);
}

/** Fetches what the wallet will be asked for before the buyer decides. Failures surface when paying. */
async function prepare(flow: Flow, option: PaymentOption): Promise<void> {
  try {
    const prepared = await prepareOption(flow, option);
    const { view, problem } = flow.shown;
    if (view.at === "options" && view.chosen === option) flow.show({ ...view, prepared }, problem);
  } catch {
    // Paying fetches it again and reports the error.
  }
}

export function prepareOption({ context }: Flow, option: PaymentOption) {
  const { data, gateway } = context;
  const contracts = Object.fromEntries(data.chains.map((chain) => [chain.caip2, chain.contracts]));
  return preparePayment(data.paymentId, option, { gateway, paymentExpiresAtS: data.expiresAtS, contracts });
}
