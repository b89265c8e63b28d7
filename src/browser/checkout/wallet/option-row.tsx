// One option as a radio button: token, amount and network.
import type { PaymentOption } from "../../../client/index.ts";
import { filled } from "../../../pages/messages/message.ts";
import { choose } from "./connect.ts";
import type { Flow } from "./flow.ts";
import { tokenAmount } from "./token-amount.ts";

interface OptionRowProps {
  readonly flow: Flow;
  readonly option: PaymentOption;
  readonly isChosen: boolean;
  /** Null if all options belong to one account. */
  readonly account: string | null;
}

export function OptionRow({ flow, option, isChosen, account }: OptionRowProps) {
  const { messages, locale } = flow.context.data;
  const texts = messages.wallet;
  const { assetName, networkName } = option.amount.display ?? {};
  const where = networkName ?? option.account.slice(0, option.account.lastIndexOf(":"));
  return (
    <label class="wallet-option">
      <input type="radio" name="option" checked={isChosen} onChange={() => void choose(flow, option)} />
      <span class="wallet-option-text">
        <span class="wallet-amount">{tokenAmount(option.amount, locale)}</span>
        <span class="wallet-where">
          {assetName && `${assetName} `}
          {filled(texts.onNetwork, { network: where })}
          {account && (
            <>
              {" · "}
              <bdi>{filled(texts.fromAccount, { account: `${account.slice(0, 6)}…${account.slice(-4)}` })}</bdi>
            </>
          )}
        </span>
      </span>
    </label>
  );
}
