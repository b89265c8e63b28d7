import { useEffect, useState } from "preact/hooks";
import { filled } from "../../../pages/messages/message.ts";
import { connect } from "./connect.ts";
import { discoverWallets, type FoundWallet } from "./discovery.ts";
import type { Flow } from "./flow.ts";
import { Heading, nameOf, WalletIcon } from "./heading.tsx";

interface ChooseWalletProps {
  readonly flow: Flow;
  readonly connecting: FoundWallet | null;
}

export function ChooseWallet({ flow, connecting }: ChooseWalletProps) {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => discoverWallets(setWallets), []);
  const { wallet: texts } = flow.context.data.messages;
  if (wallets.length === 0) return <NoWallet flow={flow} />;
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
        {connecting && filled(texts.connecting, { wallet: nameOf(flow, connecting) })}
      </p>
    </>
  );
}

function NoWallet({ flow }: { readonly flow: Flow }) {
  const { wallet: texts } = flow.context.data.messages;
  const isPhone = matchMedia("(hover: none) and (pointer: coarse)").matches;
  return (
    <>
      <Heading>{texts.title}</Heading>
      <p class="wallet-hint">
        {texts.none} {isPhone ? texts.noneOnPhone : texts.noneOnDesktop}
      </p>
    </>
  );
}
