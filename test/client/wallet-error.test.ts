// Wallets' errors, in the variants that wallets are known to return.
import { describe, expect, test } from "vitest";
import { accountsOf, type PayErrorReason, type Provider } from "../../src/client/index.ts";
import { execute } from "../../src/client/wallets.ts";

const CHAIN = "eip155:8453";
const PAYER = `0x${"1".repeat(40)}`;
const SIGN = { kind: "sign", chain: CHAIN, payer: PAYER, typedData: "{}" } as const;

/** A wallet on chain 1 that fails with the given errors. */
const wallet = (failing: string, error: unknown, asked: string[] = []): Provider => ({
  async request({ method }) {
    asked.push(method);
    if (method === failing) throw error;
    return method === "eth_chainId" ? "0x1" : null;
  },
});

const failed = (message: string, code?: unknown, more: object = {}) =>
  Object.assign(new Error(message), { code }, more);

describe("a wallet's error has a reason", () => {
  test.each<[string, unknown, PayErrorReason]>([
    ["EIP-1193", failed("User rejected the request.", 4001), "refused_in_wallet"],
    ["a code as a string", { code: "4001", message: "no" }, "refused_in_wallet"],
    ["WalletConnect", failed("User rejected.", 5000), "refused_in_wallet"],
    ["WalletConnect, the chain", failed("User rejected chains.", 5001), "refused_in_wallet"],
    ["WalletConnect, the method", failed("User rejected methods.", 5002), "refused_in_wallet"],
    ["ethers", failed("user rejected transaction", "ACTION_REJECTED"), "refused_in_wallet"],
    ["within viem's error", failed("Execution failed", undefined, { cause: failed("No", 4001) }), "refused_in_wallet"],
    ["another request is open", failed("Already processing eth_requestAccounts.", -32002), "wallet_busy"],
    ["no access to the account", failed("The requested account has not been authorized", 4100), "account_changed"],
    ["the chain is not known", failed("Unrecognized chain ID", 4902), "unknown_chain"],
    [
      "the same, wrapped by a mobile wallet",
      failed("Internal JSON-RPC error.", -32603, { data: { originalError: { code: 4902 } } }),
      "unknown_chain",
    ],
    ["a node's message", failed("insufficient funds for gas * price + value", -32000), "insufficient_funds"],
    [
      "a node's message, wrapped",
      failed("Internal JSON-RPC error.", -32603, { data: { message: "err: insufficient funds for transfer" } }),
      "insufficient_funds",
    ],
  ])("%s", async (_form, error, reason) => {
    const attempt = execute(wallet("wallet_switchEthereumChain", error), SIGN);
    await expect(attempt).rejects.toMatchObject({ name: "PayError", reason, cause: error });
  });

  test("that is unknown is passed on: the transaction may have been sent", async () => {
    const error = failed("Something went wrong", -32603);
    const here = { ...SIGN, chain: "eip155:1" };
    await expect(execute(wallet("eth_signTypedData_v4", error), here)).rejects.toBe(error);
  });

  test("during the chain switch leaves no doubt that nothing was sent", async () => {
    const error = failed("Something went wrong", -32603);
    const attempt = execute(wallet("wallet_switchEthereumChain", error), SIGN);
    await expect(attempt).rejects.toMatchObject({ reason: "unknown_chain", cause: error });
  });

  test("that is its own cause is handled", async () => {
    const error: Error & { cause?: unknown } = new Error("round");
    error.cause = error;
    await expect(accountsOf(wallet("eth_requestAccounts", error))).rejects.toBe(error);
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

test("a provider's account is offered on every requested chain", async () => {
  const provider: Provider = { request: async ({ method }) => (method === "eth_chainId" ? "0x1" : ["0xa", 7, "0xb"]) };
  expect(await accountsOf(provider)).toEqual(["eip155:1:0xa", "eip155:1:0xb"]);
  expect(await accountsOf(provider, ["eip155:5", "eip155:6"])).toEqual([
    "eip155:5:0xa",
    "eip155:5:0xb",
    "eip155:6:0xa",
    "eip155:6:0xb",
  ]);
});
