// The demo wallet: announces itself to the checkout page (EIP-6963, EIP-1193). The local server keeps its key.
(() => {
  const ICON =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23b45309'/%3E%3Ctext x='16' y='22' font-family='sans-serif' font-size='17' fill='%23fff' text-anchor='middle'%3ED%3C/text%3E%3C/svg%3E";
  const listeners = new Map();
  let chain = null;

  const failure = (code, message) => Object.assign(new Error(message), { code });

  async function ask(method, params) {
    const body = new URLSearchParams({ request: JSON.stringify({ chain, method, params }) });
    const response = await fetch("/welcome/wallet", { method: "POST", body });
    const { result, error } = await response.json();
    if (error) throw failure(error.code, error.message);
    return result;
  }

  function agree(text) {
    if (!confirm(`Demo wallet\n\n${text}`)) throw failure(4001, "The user refused");
  }

  const questions = {
    eth_signTypedData_v4: ([, data]) => {
      const { primaryType, domain } = typeof data === "string" ? JSON.parse(data) : data;
      return `Sign ${primaryType} for ${domain.name} on chain ${Number(domain.chainId)}?`;
    },
    eth_sendTransaction: ([{ to }]) => `Send a transaction to ${to}?`,
  };

  async function switchTo(chainId) {
    await ask("wallet_switchEthereumChain", [{ chainId }]);
    if (chain === chainId) return null;
    chain = chainId;
    for (const listener of listeners.get("chainChanged") ?? []) listener(chainId);
    return null;
  }

  const provider = {
    async request({ method, params = [] }) {
      if (method === "wallet_switchEthereumChain" || method === "wallet_addEthereumChain") {
        return switchTo(params[0].chainId);
      }
      const question = questions[method]?.(params);
      if (question) agree(question);
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
})();
