// Pays a link with a browser wallet. Every wallet that announces itself (EIP-6963) gets a button.
import { createGatewayClient, PayError, parsePaymentLink, pay } from "turnpike/client";
import { APP_ID, GATEWAY_URL } from "./settings.js";

const gateway = createGatewayClient({ baseUrl: GATEWAY_URL, appId: APP_ID, clientId: crypto.randomUUID() });
const element = (id) => document.getElementById(id);
const say = (text) => element("said").replaceChildren(text);

/** How long the gateway may hold a request for the status, and the pause between two requests. */
const HELD_MS = 30_000;
const POLL_MS = 1_000;

const known = new Set();
addEventListener("eip6963:announceProvider", ({ detail: { info, provider } }) => {
  if (known.has(info.uuid)) return;
  known.add(info.uuid);
  const button = document.createElement("button");
  button.textContent = `Pay with ${info.name}`;
  button.onclick = () => payWith(provider);
  element("wallets").append(button);
  say("");
});
dispatchEvent(new Event("eip6963:requestProvider"));

const payLinkHosts = [new URL(GATEWAY_URL).host];
/** Reasons after which the wallet has sent nothing. After any other error, a transaction may be on its way. */
const NOT_SENT = ["account_changed", "insufficient_funds", "refused_in_wallet", "unknown_chain"];

async function payWith(provider) {
  const link = element("link").value.trim();
  let isSending = false;
  setBusy(true);
  try {
    const end = await pay(link, {
      payLinkHosts,
      gateway,
      wallet: provider,
      collectData: fillForm,
      onProgress({ step, kind, index, count }) {
        // Only the last request pays. A signature or an approval sends no money.
        if (step === "executing") isSending = kind === "send" && index === count - 1;
        say(step === "executing" ? "Continue in your wallet." : "One moment…");
      },
    });
    sayEnd(end);
  } catch (error) {
    console.info(error);
    if (isSending && !NOT_SENT.includes(error?.reason)) sayEnd(await untilFinal(link));
    else
      say(
        error instanceof PayError ? error.message : "The gateway does not respond. Try again: nothing is paid twice.",
      );
  } finally {
    setBusy(false);
  }
}

const sayEnd = ({ status }) => say(status === "succeeded" ? "Paid. Thank you." : `The payment is ${status}.`);

/** Follows a payment that may have been sent. Another attempt could pay it a second time. */
async function untilFinal(link) {
  say("The payment may have been sent. Check your wallet, and don't pay again: this page looks for it.");
  const { paymentId } = parsePaymentLink(link, { payLinkHosts });
  for (;;) {
    const result = await gateway.status(paymentId, { maxPollMs: HELD_MS }).catch(() => null);
    if (result?.isFinal) return result;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Links to the gateway's buyer-data form. The gateway stores the entries; this page never sees them. */
async function fillForm({ url }) {
  const link = Object.assign(document.createElement("a"), { href: url, target: "_blank", rel: "opener" });
  link.textContent = "This payment requires your personal data: open the form";
  const closed = new AbortController();
  const done = new Promise((resolve, reject) => {
    const hear = ({ origin, data }) => {
      if (origin !== new URL(url).origin || typeof data !== "string") return;
      const { type, error } = JSON.parse(data);
      if (type === "IC_COMPLETE") resolve();
      if (type === "IC_ERROR") reject(new Error(error));
    };
    addEventListener("message", hear, { signal: closed.signal });
  });
  element("form").replaceChildren(link);
  await done.finally(() => {
    closed.abort();
    link.remove();
  });
}

function setBusy(isBusy) {
  for (const button of element("wallets").children) button.disabled = isBusy;
}
