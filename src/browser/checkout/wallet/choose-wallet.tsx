import { filled } from "../../../pages/messages/message.ts";
import type { FoundWallet } from "../../wallet/discovery.ts";
import { Heading, nameOf, WalletIcon } from "./display/heading.tsx";
import { connect } from "./flow/connect.ts";
import type { Flow } from "./flow/flow.ts";

interface ChooseWalletProps {
  readonly flow: Flow;
  readonly wallets: readonly FoundWallet[];
  readonly connecting: FoundWallet | null;
}

export function ChooseWallet({ flow, wallets, connecting }: ChooseWalletProps) {
  const { wallet: texts } = flow.context.data.messages;
  return (
    <>
      <Heading>{texts.title}</Heading>
      <ul class="wallet-list" aria-label={texts.choose}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              class="wallet-choice"
              aria-busy={connecting?.id === wallet.id}
              onClick={() => void connect(flow, wallet)}
            >
              <WalletIcon wallet={wallet} />
              <span class="wallet-name">{nameOf(flow, wallet)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="wallet-hint" role="status">
        {connecting ? filled(texts.connecting, { wallet: nameOf(flow, connecting) }) : texts.hint}
      </p>
    </>
  );
}
