// The accounts in which the page looked for money, so that a buyer can top them up or notice a wrong one.
import { useState } from "preact/hooks";
import { announce } from "../../announce.ts";
import { addressOf } from "../display/asset.ts";
import type { Flow } from "../flow/flow.ts";

interface AccountsProps {
  readonly flow: Flow;
  /** CAIP-10: each account on each chain. */
  readonly accounts: readonly string[];
}

export function Accounts({ flow, accounts }: AccountsProps) {
  const { looked } = flow.context.data.messages.wallet;
  const addresses = [...new Set(accounts.map(addressOf))];
  return (
    <div class="wallet-looked">
      <p class="wallet-hint">{looked}</p>
      <ul>
        {addresses.map((address) => (
          <li key={address}>
            <code dir="ltr">{address}</code>
            <Copy flow={flow} address={address} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Copy({ flow, address }: { readonly flow: Flow; readonly address: string }) {
  const { live, wallet } = flow.context.data.messages;
  const [isCopied, setCopied] = useState(false);
  if (!("clipboard" in navigator)) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
    announce(live.copied);
  };
  return (
    <button type="button" class="wallet-link" onClick={() => void copy().catch(() => setCopied(false))}>
      {isCopied ? live.copied : wallet.copyAddress}
    </button>
  );
}
