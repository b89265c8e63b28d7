// The hosted buyer-data form, in a dialog. It reports its outcome by a message; the gateway decides whether the data is
// complete.
import { useEffect, useRef, useState } from "preact/hooks";
import { timeLeft } from "../countdown.ts";
import { Heading } from "./display/heading.tsx";
import type { Flow, FormEnd, View } from "./flow/flow.ts";

interface BuyerDataFormProps {
  readonly flow: Flow;
  readonly view: Extract<View, { at: "form" }>;
}

export function BuyerDataForm({ flow, view: { url, onEnd } }: BuyerDataFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { data } = flow.context;
  const texts = data.messages.wallet;
  useEffect(() => {
    dialog.current?.showModal();
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      const end = endIn(data);
      if (end) onEnd(end);
    };
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);
  }, [onEnd]);
  return (
    <>
      <Heading>{texts.form.title}</Heading>
      <dialog ref={dialog} class="wallet-form" aria-label={texts.form.title} onClose={() => onEnd("closed")}>
        <header>
          <TimeLeft flow={flow} />
          <button
            type="button"
            class="wallet-close"
            aria-label={texts.form.close}
            onClick={() => dialog.current?.close()}
          >
            <span aria-hidden="true">×</span>
          </button>
        </header>
        {data.embedOrigin === null ? (
          <iframe ref={frame} title={texts.form.title} src={`${onThisHost(url)}?lang=${data.language}`} />
        ) : (
          <a class="button" href={data.link} target="_blank" rel="noopener">
            {data.messages.live.ownTab}
          </a>
        )}
      </dialog>
    </>
  );
}

const SECOND_MS = 1_000;

/** The dialog covers the page's countdown. */
function TimeLeft({ flow: { context } }: { readonly flow: Flow }) {
  const { data, nowMs } = context;
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), SECOND_MS);
    return () => clearInterval(timer);
  }, [nowMs]);
  const leftS = Math.max(Math.ceil(data.expiresAtS - now / SECOND_MS), 0);
  return <p class="wallet-small">{timeLeft(data, leftS)}</p>;
}

/** The page may have been opened under another of the server's hosts than the one in the form's URL. */
const onThisHost = (url: string): string => new URL(url, location.origin).pathname;

function endIn(message: unknown): FormEnd | null {
  try {
    const { type } = JSON.parse(String(message)) as { readonly type?: unknown };
    return type === "IC_COMPLETE" ? "complete" : type === "IC_ERROR" ? "error" : null;
  } catch {
    return null; // an unrelated message
  }
}
