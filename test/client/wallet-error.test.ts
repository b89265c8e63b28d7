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

  const HERE = "eip155:1";
  const SEND = {
    kind: "send",
    chain: HERE,
    transaction: { from: PAYER, to: PAYER, value: "0x0", data: "0x" },
  } as const;

  test.each<[string, unknown]>([
    ["a Ledger behind MetaMask", failed("Ledger: Condition of use not satisfied (0x6985)", -32603)],
    ["a Ledger, with a guess", failed("Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)")],
    ["a Ledger's status", Object.assign(failed("UNKNOWN_ERROR"), { name: "TransportStatusError", statusCode: 0x6985 })],
    ["a Ledger's newer status", failed("Invalid status", undefined, { statusCode: 0x5501 })],
    ["a Ledger's error by its name", Object.assign(new Error(), { name: "UserRefusedOnDevice" })],
    ["a Trezor", failed("Action cancelled by user", "Failure_ActionCancelled")],
    ["a Trezor's words only", failed("Cancelled")],
    ["a Keystone", failed("KeystoneError#Tx_canceled. The user canceled the request")],
    ["a Lattice", failed("Error from device: Request Declined by User")],
    ["a smart account's upgrade (EIP-5792)", failed("User rejected upgrade", 5750)],
    ["a smart account, by WalletConnect", failed("Transaction was rejected", 5000)],
    [
      "a passkey",
      Object.assign(new Error("The operation either timed out or was not allowed."), { name: "NotAllowedError" }),
    ],
    ["ethers 6", failed("could not coalesce error", "UNKNOWN_ERROR", { info: { error: { code: 4001 } } })],
    ["ethers 6, rejected", failed("user rejected action", "ACTION_REJECTED", { reason: "rejected" })],
    ["a code deep inside", failed("Internal", -32603, { data: { cause: { error: { code: 4001 } } } })],
    ["a text", "User canceled"],
    ["JSON in the message", failed('{"code":4001,"message":"no"}', -32000)],
    ["a node's code with a person's words", failed("User rejected the request.", -32000)],
    ["words about the signature", failed("MetaMask Tx Signature: User denied transaction signature.", -32603)],
    ["words in another order", failed("Request was declined in your wallet", -32603)],
    ["one word", failed("cancel", -1)],
    ["an object without a message", { error: { message: "rejected by user" } }],
    ["Chinese", failed("用户取消了操作", 1001)],
  ])("a decline is a decline, of a signature and of a transaction: %s", async (_, error) => {
    const declined = { name: "PayError", reason: "refused_in_wallet" };
    const signing = execute(wallet("eth_signTypedData_v4", error), { ...SIGN, chain: HERE });
    await expect(signing).rejects.toMatchObject(declined);
    await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toMatchObject(declined);
  });

  test.each(["Request rejected: policy", "Popup was closed", "Signing dismissed", "The signature was not confirmed"])(
    "loose words are a decline of a signature, which cannot have sent anything, and not of a transaction: %s",
    async (words) => {
      const error = failed(words);
      const signing = execute(wallet("eth_signTypedData_v4", error), { ...SIGN, chain: HERE });
      await expect(signing).rejects.toMatchObject({ reason: "refused_in_wallet" });
      await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toBe(error);
    },
  );

  test.each([
    failed("Something went wrong", -32603),
    failed("Transaction rejected", -32003),
    failed("transaction was replaced", "TRANSACTION_REPLACED", { reason: "cancelled" }),
    failed("WebSocket connection closed"),
    failed(`reverted: 0x6985${"0".repeat(60)}`),
  ])("that is unknown is passed on after a transaction, which may have been sent: %s", async (error) => {
    await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toBe(error);
  });

  test("that is unknown leaves no doubt after a signature was asked for", async () => {
    const error = failed("Something went wrong", -32603);
    const attempt = execute(wallet("eth_signTypedData_v4", error), { ...SIGN, chain: HERE });
    await expect(attempt).rejects.toMatchObject({ reason: "wallet_unable", cause: error });
    const account = { address: PAYER as `0x${string}`, signTypedData: () => Promise.reject(error) };
    await expect(execute({ account }, SIGN)).rejects.toMatchObject({ reason: "wallet_unable", cause: error });
  });

  test.each(["0xzz", undefined])("a chain that cannot be read leaves no doubt either: %s", async (chainId) => {
    const provider: Provider = { request: async ({ method }) => (method === "eth_chainId" ? chainId : null) };
    await expect(execute(provider, SEND)).rejects.toMatchObject({ name: "PayError", reason: "unknown_chain" });
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

describe("a wallet that answers a switch before it has switched", () => {
  /** Switches after so many reads of its chain. */
  function lagging(reads: number, more: Partial<Provider> = {}, fails?: unknown) {
    const asked: string[] = [];
    let readsLeft = Number.POSITIVE_INFINITY;
    const provider: Provider = {
      ...more,
      async request({ method }) {
        asked.push(method);
        if (method === "eth_chainId") return readsLeft-- > 0 ? "0x1" : "0x2105";
        if (method !== "wallet_switchEthereumChain") return "0xsigned";
        readsLeft = reads;
        if (fails) throw fails;
        return null;
      },
    };
    return { provider, prompts: () => asked.filter((method) => method !== "eth_chainId") };
  }
  const ONCE = ["wallet_switchEthereumChain", "eth_signTypedData_v4"];

  test.each([0, 1, 5])("is awaited, and asked once (%i reads later)", async (reads) => {
    const { provider, prompts } = lagging(reads);
    expect(await execute(provider, SIGN)).toBe("0xsigned");
    expect(prompts()).toEqual(ONCE);
  });

  test("is read again at its event, and its listeners are removed", async () => {
    const listeners = new Set<() => void>();
    const { provider, prompts } = lagging(3, {
      on(_event, listener) {
        listeners.add(listener as () => void);
        queueMicrotask(listener as () => void);
      },
      removeListener: (_event, listener) => listeners.delete(listener as () => void),
    });
    expect(await execute(provider, SIGN)).toBe("0xsigned");
    expect([prompts(), listeners.size]).toEqual([ONCE, 0]);
  });

  test("and then fails has switched all the same", async () => {
    const { provider, prompts } = lagging(0, {}, failed("Timeout", -32603));
    expect(await execute(provider, SIGN)).toBe("0xsigned");
    expect(prompts()).toEqual(ONCE);
  });

  test("that switches a moment after it has added the chain is not asked to switch again", async () => {
    const asked: string[] = [];
    let reads = 0;
    const provider: Provider = {
      async request({ method }) {
        asked.push(method);
        if (method === "wallet_switchEthereumChain") throw failed("Unrecognized chain ID", 4902);
        if (method === "eth_chainId")
          return asked.includes("wallet_addEthereumChain") && ++reads > 3 ? "0x2105" : "0x1";
        return "0xsigned";
      },
    };
    const base = { chainName: "Base", rpcUrls: [], nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
    expect(await execute(provider, SIGN, { [CHAIN]: base })).toBe("0xsigned");
    expect(asked.filter((method) => method === "wallet_switchEthereumChain")).toHaveLength(1);
  });

  test("never is an unknown chain, after a while", { timeout: 60_000 }, async () => {
    const { provider, prompts } = lagging(Number.POSITIVE_INFINITY);
    await expect(execute(provider, SIGN)).rejects.toMatchObject({ reason: "unknown_chain" });
    expect(prompts()).toEqual(["wallet_switchEthereumChain"]);
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
