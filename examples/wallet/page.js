// Pays a link with a browser wallet. Every wallet that announces itself (EIP-6963) gets a button.
import { createGatewayClient, PayError, pay } from "turnpike/client";
import { APP_ID, GATEWAY_URL } from "./settings.js";

const gateway = createGatewayClient({ baseUrl: GATEWAY_URL, appId: APP_ID, clientId: crypto.randomUUID() });
const element = (id) => document.getElementById(id);
const say = (text) => element("said").replaceChildren(text);

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

async function payWith(provider) {
  setBusy(true);
  try {
    const { status } = await pay(element("link").value.trim(), {
      payLinkHosts: [new URL(GATEWAY_URL).host],
      gateway,
      wallet: provider,
      collectData: fillForm,
      onProgress: ({ step }) => say(step === "executing" ? "Continue in your wallet." : "One moment…"),
    });
    say(status === "succeeded" ? "Paid. Thank you." : `The payment is ${status}.`);
  } catch (error) {
    say(error instanceof PayError ? error.message : "The gateway does not respond. Try again: nothing is paid twice.");
    console.info(error);
  } finally {
    setBusy(false);
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
