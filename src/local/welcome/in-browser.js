// The demo wallet: announces itself to the checkout page (EIP-6963, EIP-1193). The local server keeps its key.
// A block keeps its constants out of the page's globals.
{
  const ICON =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23b45309'/%3E%3Ctext x='16' y='22' font-family='sans-serif' font-size='17' fill='%23fff' text-anchor='middle'%3ED%3C/text%3E%3C/svg%3E";
  const listeners = new Map();
  let chain = null;

  const failure = (code, message) => Object.assign(new Error(message), { code });

  const ask = async (method, params) => {
    const body = new URLSearchParams({ request: JSON.stringify({ chain, method, params }) });
    const response = await fetch("/welcome/wallet", { method: "POST", body });
    const { result, error } = await response.json();
    if (error) throw failure(error.code, error.message);
    return result;
  };

  const TEXTS = {
    en: { pay: "Pay {amount} to {merchant}?", send: "Send a transaction to {to}?", yes: "Confirm", no: "Reject" },
    de: {
      pay: "{amount} an {merchant} zahlen?",
      send: "Transaktion an {to} senden?",
      yes: "Bestätigen",
      no: "Ablehnen",
    },
    es: {
      pay: "¿Pagar {amount} a {merchant}?",
      send: "¿Enviar una transacción a {to}?",
      yes: "Confirmar",
      no: "Rechazar",
    },
    zh: { pay: "向 {merchant} 支付 {amount}？", send: "向 {to} 发送交易？", yes: "确认", no: "拒绝" },
    ar: { pay: "دفع {amount} إلى {merchant}؟", send: "إرسال معاملة إلى {to}؟", yes: "تأكيد", no: "رفض" },
  };
  const texts = TEXTS[document.documentElement.lang] ?? TEXTS.en;

  const element = (name, className, text, ...children) => {
    const made = Object.assign(document.createElement(name), { className, textContent: text });
    made.append(...children);
    return made;
  };

  /** Shows a question in the checkout's look. @throws 4001 (EIP-1193) if the person refuses */
  const agree = ({ question, details }) => {
    const yes = element("button", "button", texts.yes);
    const no = element("button", "button plain", texts.no);
    const dialog = element("dialog", "demo-wallet", "", element("h2", "", "Demo wallet"));
    dialog.setAttribute("aria-label", "Demo wallet");
    dialog.append(element("p", "", question), element("p", "quiet", details), yes, no);
    Object.assign(dialog.style, { width: "min(24rem, 100vw - 2rem)", padding: "1.5rem", borderRadius: "1rem" });
    Object.assign(dialog.style, { background: "var(--card)", color: "inherit", border: "1px solid var(--line)" });
    for (const child of dialog.children) child.style.marginBlockEnd = "0.75rem";
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve, reject) => {
      yes.addEventListener("click", () => dialog.close("yes"));
      no.addEventListener("click", () => dialog.close());
      dialog.addEventListener("close", () => {
        dialog.remove();
        if (dialog.returnValue === "yes") resolve();
        else reject(failure(4001, "The user refused"));
      });
    });
  };

  /** Formats an amount in the page's locale: "12.50 USDC". @param token null: the chain's coin */
  const amountText = (token, value) => ask("turnpike_amount", [token, String(BigInt(value)), checkout().locale]);

  /** The data of the page's own script. */
  const checkout = () => JSON.parse(document.getElementById("checkout").textContent);
  const networkName = (id) => checkout().chains.find(({ caip2 }) => caip2 === `eip155:${Number(id)}`)?.name ?? "";
  const merchant = () => document.querySelector(".bill .to bdi")?.textContent ?? location.host;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  /** The question for the person, by method. Its amount is the one that is signed. */
  const questions = {
    eth_signTypedData_v4: async ([, data]) => {
      const { domain, message } = typeof data === "string" ? JSON.parse(data) : data;
      // EIP-3009 moves the domain's own token; Permit2 names each.
      const moved = message.permitted ?? { token: domain.verifyingContract, amount: message.value };
      const amounts = await Promise.all([moved].flat().map(({ token, amount }) => amountText(token, amount)));
      const question = fill(texts.pay, { amount: amounts.join(" + "), merchant: merchant() });
      return { question, details: networkName(domain.chainId) };
    },
    eth_sendTransaction: async ([{ to, value }]) => {
      const network = networkName(await ask("eth_chainId", []));
      const amount = BigInt(value ?? 0) === 0n ? [] : [await amountText(null, value)];
      return { question: fill(texts.send, { to }), details: [merchant(), network, ...amount].join(" · ") };
    },
  };

  const switchTo = async (chainId) => {
    await ask("wallet_switchEthereumChain", [{ chainId }]);
    if (chain === chainId) return null;
    chain = chainId;
    for (const listener of listeners.get("chainChanged") ?? []) listener(chainId);
    return null;
  };

  const provider = {
    async request({ method, params = [] }) {
      if (method === "wallet_switchEthereumChain" || method === "wallet_addEthereumChain") {
        return switchTo(params[0].chainId);
      }
      const question = await questions[method]?.(params);
      if (question) await agree(question);
      return ask(method, params);
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return provider;
    },
    removeListener(name, listener) {
      listeners.set(
        name,
        (listeners.get(name) ?? []).filter((each) => each !== listener),
      );
      return provider;
    },
  };

  const info = {
    uuid: "7f0c1b2e-4d3a-4c55-9f6e-6d1c5a0b7e21",
    name: "Demo wallet",
    icon: ICON,
    rdns: "local.turnpike",
  };
  const announce = () =>
    dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  addEventListener("eip6963:requestProvider", announce);
  announce();
}
