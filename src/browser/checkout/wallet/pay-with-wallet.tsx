// Shows one view at a time, below any problem. Keyboard focus moves to the heading of a new view, and automatic changes
// are announced.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { BuyerDataForm } from "./buyer-data-form.tsx";
import { ChooseWallet } from "./choose-wallet.tsx";
import { ProblemBox } from "./display/problem-box.tsx";
import type { Flow, Shown } from "./flow/flow.ts";
import { ChooseOption } from "./options/choose-option.tsx";
import { Confirming, Executing, Loading, Over } from "./waiting.tsx";

export function PayWithWallet({ flow }: { readonly flow: Flow }) {
  const shown = useShown(flow);
  const isOpen = useIsOpen(flow);
  const section = useRef<HTMLElement>(null);
  // The submitted view stays on the screen until the page shows its progress.
  const at = isOpen || shown.view.at === "confirming" ? shown.view.at : "over";
  useFocusOnNewView(section, at);
  const hasNothing = at === "wallets" && shown.wallets.length === 0 && !shown.problem;
  if (hasNothing) return null;
  const cannotPay = shown.view.at === "options" && !shown.view.chosen;
  return (
    <section
      ref={section}
      class="wallet"
      data-at={at}
      data-unable={cannotPay || undefined}
      aria-labelledby="wallet-title"
    >
      {at === "over" ? (
        <Over flow={flow} />
      ) : (
        <>
          <ProblemBox flow={flow} shown={shown} />
          <CurrentView flow={flow} shown={shown} />
        </>
      )}
    </section>
  );
}

function CurrentView({ flow, shown: { view, wallets } }: { readonly flow: Flow; readonly shown: Shown }) {
  switch (view.at) {
    case "wallets":
      return <ChooseWallet flow={flow} wallets={wallets} connecting={view.connecting} />;
    case "loading":
      return <Loading flow={flow} view={view} />;
    case "options":
      return <ChooseOption flow={flow} view={view} />;
    case "form":
      return <BuyerDataForm flow={flow} view={view} />;
    case "executing":
      return <Executing flow={flow} view={view} />;
    case "confirming":
      return <Confirming flow={flow} view={view} />;
  }
}

function useShown(flow: Flow): Shown {
  const [shown, setShown] = useState(flow.shown);
  useEffect(() => flow.subscribe(() => setShown(flow.shown)), [flow]);
  return shown;
}

/** Once the payment is processing or over, it can't be paid; the server's next page shows its state (keep-up.ts). */
function useIsOpen({ context: { live } }: Flow): boolean {
  const [status, setStatus] = useState(live.current.status);
  useEffect(() => live.subscribe((next) => setStatus(next.status)), [live]);
  return status === "requires_action";
}

function useFocusOnNewView(section: { readonly current: HTMLElement | null }, at: Shown["view"]["at"] | "over"): void {
  const before = useRef(at);
  useLayoutEffect(() => {
    if (before.current === at) return;
    before.current = at;
    // The focused control has disappeared with its view. A buyer who is elsewhere on the page is not disturbed.
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === null;
    // When the wallet view replaces the whole page, the control goes with it.
    const isGoing = isLost || at === "over" || section.current?.contains(activeElement);
    if (isGoing) document.getElementById("wallet-title")?.focus({ preventScroll: at === "over" });
  });
}
