// The accepted assets that the wallet can't pay with, and what is missing.
import type { UnavailableAsset } from "../../../../client/index.ts";
import { shownTokens } from "../../../../money/shown-amounts.ts";
import { filled } from "../../../../pages/messages/message.ts";
import { shortAddress } from "../display/asset.ts";
import { Mark } from "../display/mark.tsx";
import type { Flow, View } from "../flow/flow.ts";

type Options = Extract<View, { at: "options" }>;

/** One per asset without an option: the gateway lists the nearest to paying first. */
export function unavailableOf({ options, unavailable }: Options): readonly UnavailableAsset[] {
  const payable = new Set(options.map(({ amount }) => amount.unit));
  const seen = new Set<string>();
  return (unavailable ?? []).filter(({ asset }) => {
    const isNew = !seen.has(asset) && !payable.has(`caip19/${asset}`);
    seen.add(asset);
    return isNew;
  });
}

interface UnavailableProps {
  readonly flow: Flow;
  readonly view: Options;
  /** How many are shown; undefined: all. */
  readonly first?: number;
}

export function Unavailable({ flow, view, first }: UnavailableProps) {
  const hasAccounts = new Set(view.connection.accounts.map(shortAddress)).size > 1;
  return (
    <ul class="wallet-unavailable">
      {unavailableOf(view)
        .slice(0, first)
        .map((each) => (
          <li key={each.asset}>
            <Mark symbol={each.display.assetSymbol} network={each.display.networkName} />
            <span class="wallet-option-text">
              <span>
                <b>{each.display.assetSymbol}</b> · <bdi>{each.display.networkName}</bdi>
                {hasAccounts && each.account && (
                  <>
                    {" · "}
                    <bdi class="wallet-address">{shortAddress(each.account)}</bdi>
                  </>
                )}
              </span>
              <span class="wallet-where">{reasonText(flow, each)}</span>
            </span>
          </li>
        ))}
    </ul>
  );
}

/** Digits of a fee that its estimate deserves. */
const FEE_DIGITS = 3;

function reasonText(
  { context }: Flow,
  { reason, display, amount, balance, shortfall, minimum, gas }: UnavailableAsset,
) {
  const { messages, locale } = context.data;
  const texts = messages.wallet.unavailable;
  const token = { symbol: display.assetSymbol, decimals: display.decimals };
  const up = (value = "0") => shownTokens(BigInt(value), token, locale, "ceil");
  const coin = ({ value, symbol, decimals } = NO_COIN, rounding: "ceil" | "floor") =>
    shownTokens(BigInt(value), { symbol: symbol ?? texts.coin, decimals }, locale, rounding, FEE_DIGITS);
  const text = reason === "insufficient_balance" && balance === "0" ? texts.none : texts[reason];
  return filled(text, {
    network: display.networkName,
    amount: up(amount),
    balance: gas ? coin(gas.balance, "floor") : shownTokens(BigInt(balance ?? "0"), token, locale, "floor"),
    shortfall: up(shortfall),
    minimum: up(minimum),
    required: coin(gas?.required, "ceil"),
  });
}

const NO_COIN: NonNullable<UnavailableAsset["gas"]>["required"] = { value: "0", symbol: null, decimals: 0 };
