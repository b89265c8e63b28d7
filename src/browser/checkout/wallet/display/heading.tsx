// A view's heading, which receives the focus when the view is new, and the wallet's name and icon.
import type { ComponentChildren } from "preact";
import { filled } from "../../../../pages/messages/message.ts";
import type { FoundWallet } from "../../../wallet/discovery.ts";
import type { Connection, Flow } from "../flow/flow.ts";

export const Heading = ({ children }: { readonly children: ComponentChildren }) => (
  <h2 id="wallet-title" tabIndex={-1}>
    {children}
  </h2>
);

export const nameOf = ({ context }: Flow, { name }: FoundWallet): string =>
  name ?? context.data.messages.wallet.nameless;

/** Decorative: the name is next to it. */
export const WalletIcon = ({ wallet }: { readonly wallet: FoundWallet }) =>
  wallet.icon ? (
    <img class="wallet-icon" src={wallet.icon} alt="" width={32} height={32} />
  ) : (
    <span class="wallet-icon wallet-letter" aria-hidden="true">
      {wallet.name?.slice(0, 1).toUpperCase() ?? "◇"}
    </span>
  );

interface ConnectedProps {
  readonly flow: Flow;
  readonly connection: Connection;
  readonly onChange: () => void;
}

export function Connected({ flow, connection: { wallet }, onChange }: ConnectedProps) {
  const texts = flow.context.data.messages.wallet;
  return (
    <p class="wallet-connected">
      <WalletIcon wallet={wallet} />
      <span class="wallet-name">{filled(texts.connected, { wallet: nameOf(flow, wallet) })}</span>
      <button type="button" class="wallet-link" onClick={onChange}>
        {texts.otherWallet}
      </button>
    </p>
  );
}
