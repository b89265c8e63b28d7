// A wallet on another chain than the payment's is asked to switch, once, and awaited.
import { describe, expect, test, vi } from "vitest";
import type { Provider } from "../../src/client/index.ts";
import { execute } from "../../src/client/wallets.ts";

const CHAIN = "eip155:8453";
const PAYER = `0x${"1".repeat(40)}`;
const SEND = {
  kind: "send",
  chain: "eip155:1",
  transaction: { from: PAYER, to: PAYER, value: "0x0", data: "0x" },
} as const;
const SIGN = { kind: "sign", chain: CHAIN, payer: PAYER, typedData: "{}" } as const;

const failed = (message: string, code?: unknown, more: object = {}) =>
  Object.assign(new Error(message), { code }, more);

describe("a wallet that is slow to switch", () => {
  const steps = [SIGN, { ...SEND, chain: CHAIN }] as const;

  /** Answers the request at once, and shows the new chain after some readings of the old one, or only by an event. */
  function slowWallet(readings: number, isKnown = true) {
    const asked: string[] = [];
    let chainId = "0x1";
    let left = Number.POSITIVE_INFINITY;
    let isAdded = isKnown;
    const provider: Provider = {
      async request({ method }) {
        if (method === "eth_chainId") {
          if (left-- <= 0) chainId = "0x2105";
          return chainId;
        }
        asked.push(method);
        if (method === "wallet_switchEthereumChain" && !isAdded) throw failed("Unrecognized chain ID", 4902);
        isAdded = true;
        if (method.startsWith("wallet_")) left = readings;
        return method.startsWith("wallet_") ? null : "0xsigned";
      },
    };
    return { provider, asked };
  }

  test.each(steps)("is awaited, and asked once ($kind)", async (step) => {
    const { provider, asked } = slowWallet(3);
    expect(await execute(provider, step)).toBe("0xsigned");
    expect(asked).toEqual([
      "wallet_switchEthereumChain",
      step.kind === "sign" ? "eth_signTypedData_v4" : "eth_sendTransaction",
    ]);
  });

  test("is not asked to switch again after it has added the chain", async () => {
    const { provider, asked } = slowWallet(3, false);
    const base = { chainName: "Base", rpcUrls: [], nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
    await execute(provider, SIGN, { [CHAIN]: base });
    expect(asked).toEqual(["wallet_switchEthereumChain", "wallet_addEthereumChain", "eth_signTypedData_v4"]);
  });

  test("is read at once when it reports the change, and left without a listener", async () => {
    vi.useFakeTimers();
    try {
      const listeners = new Set<() => void>();
      let chainId = "0x1";
      const provider: Provider = {
        async request({ method }) {
          return method === "eth_chainId" ? chainId : method === "wallet_switchEthereumChain" ? null : "0xsigned";
        },
        on: (_event, listener) => listeners.add(listener),
        removeListener: (_event, listener) => listeners.delete(listener),
      };
      const signed = execute(provider, SIGN);
      await vi.waitFor(() => expect(listeners.size).toBe(1));
      await vi.advanceTimersByTimeAsync(0);
      chainId = "0x2105";
      for (const listener of listeners) listener();
      expect(await signed).toBe("0xsigned");
      expect(listeners.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("and says that the switch failed has switched all the same", async () => {
    const { provider, asked } = slowWallet(0);
    const request: Provider["request"] = async (call) => {
      const answer = await provider.request(call);
      if (call.method === "wallet_switchEthereumChain") throw failed("Timeout", -32603);
      return answer;
    };
    expect(await execute({ request }, SIGN)).toBe("0xsigned");
    expect(asked).toEqual(["wallet_switchEthereumChain", "eth_signTypedData_v4"]);
  });

  test("is given up in the end, and nothing is signed", async () => {
    vi.useFakeTimers();
    try {
      const { provider, asked } = slowWallet(Number.POSITIVE_INFINITY);
      const attempt = expect(execute(provider, SIGN)).rejects.toMatchObject({ reason: "unknown_chain" });
      await vi.advanceTimersByTimeAsync(60_000);
      await attempt;
      expect(asked).toEqual(["wallet_switchEthereumChain"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a chain that the wallet does not know", () => {
  const base = {
    chainName: "Base",
    rpcUrls: ["https://rpc.example"],
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  };

  /** Knows chain 1, and others once they are added. */
  function newWallet(isThereAfterAdding: boolean) {
    const asked: { method: string; params?: unknown }[] = [];
    let chainId = "0x1";
    let isAdded = false;
    const provider: Provider = {
      async request(call) {
        asked.push(call);
        if (call.method === "eth_chainId") return chainId;
        if (call.method === "wallet_addEthereumChain") isAdded = true;
        else if (call.method !== "wallet_switchEthereumChain") return "0xsigned";
        else if (!isAdded) throw failed("Unrecognized chain ID", 4902);
        if (isThereAfterAdding || call.method === "wallet_switchEthereumChain") chainId = "0x2105";
        return null;
      },
    };
    return { provider, asked };
  }

  test.each([true, false])("is added if the caller knows it (the wallet switches at once: %s)", async (atOnce) => {
    const { provider, asked } = newWallet(atOnce);
    expect(await execute(provider, SIGN, { [CHAIN]: base })).toBe("0xsigned");
    expect(asked).toContainEqual({ method: "wallet_addEthereumChain", params: [{ chainId: "0x2105", ...base }] });
  });

  test("ends the payment if the caller does not know it", async () => {
    const { provider, asked } = newWallet(true);
    await expect(execute(provider, SIGN)).rejects.toMatchObject({ reason: "unknown_chain" });
    expect(asked.map(({ method }) => method)).not.toContain("eth_signTypedData_v4");
  });
});
