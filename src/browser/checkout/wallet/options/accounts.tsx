// The accounts in which the page looked for money, so that a buyer can top them up or notice a wrong one.
import { useRef, useState } from "preact/hooks";
import { canCopy, copyText, SHOWN_MS } from "../../copy.ts";
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
          <Account key={address} flow={flow} address={address} />
        ))}
      </ul>
    </div>
  );
}

function Account({ flow, address }: { readonly flow: Flow; readonly address: string }) {
  const { live, wallet } = flow.context.data.messages;
  const shown = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!shown.current || !(await copyText(shown.current, live.copied))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <li>
      <code ref={shown} dir="ltr">
        {address}
      </code>
      {canCopy() && (
        <button type="button" class="wallet-link" onClick={() => void copy()}>
          {isCopied ? live.copied : wallet.copyAddress}
        </button>
      )}
    </li>
  );
}
