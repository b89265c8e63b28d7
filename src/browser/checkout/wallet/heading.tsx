// A view's heading, which receives the focus when the view is new, and the wallet's name and icon.
import type { ComponentChildren } from "preact";
import type { FoundWallet } from "./discovery.ts";
import type { Flow } from "./flow.ts";

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
