// Wallets' errors, in the variants that wallets are known to return.
import { describe, expect, test } from "vitest";
import { accountsOf, type PayErrorReason, type Provider } from "../../src/client/index.ts";
import { execute } from "../../src/client/wallets.ts";

const CHAIN = "eip155:8453";
const PAYER = `0x${"1".repeat(40)}`;
const SEND = {
  kind: "send",
  chain: "eip155:1",
  transaction: { from: PAYER, to: PAYER, value: "0x0", data: "0x" },
} as const;
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

  test("that is unknown is passed on while the wallet sends: the transaction may have been sent", async () => {
    const error = failed("Something went wrong", -32603);
    await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toBe(error);
  });

  test.each(["EIP-1193", "viem"])("that is unknown leaves no doubt if it was asked only to sign (%s)", async (kind) => {
    const error = failed("Something went wrong", -32603);
    const account = { address: PAYER as `0x${string}`, signTypedData: () => Promise.reject(error) };
    const asked = kind === "viem" ? { account } : wallet("eth_signTypedData_v4", error);
    const attempt = execute(asked, { ...SIGN, chain: "eip155:1" });
    await expect(attempt).rejects.toMatchObject({ name: "PayError", reason: "wallet_unable", cause: error });
  });

  test("before the wallet is asked to send leaves no doubt", async () => {
    const error = failed("Something went wrong", -32603);
    await expect(execute(wallet("eth_chainId", error), SEND)).rejects.toMatchObject({ reason: "unknown_chain" });
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

const LEDGER = {
  name: "TransportStatusError",
  statusCode: 0x6985,
  statusText: "CONDITIONS_OF_USE_NOT_SATISFIED",
  message: "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)",
};

describe("a decline is a decline", () => {
  test.each<[string, unknown]>([
    ["Ledger", LEDGER],
    ["Ledger, its status only", { statusCode: 0x5501, message: "UNKNOWN_ERROR" }],
    ["Ledger, its words only", failed("Ledger device: Condition of use not satisfied (0x6985)")],
    ["Ledger, wrapped", failed("Internal error", -32603, { data: { originalError: LEDGER } })],
    ["Ledger's new kit", { _tag: "RefusedByUserDAError", originalError: { errorCode: "6985" } }],
    ["Ledger's new kit, on the device", { _tag: "UserRefusedOnDevice" }],
    ["Trezor", failed("Cancelled", "Failure_ActionCancelled")],
    ["a device", failed("Request denied on your hardware device", -32603)],
    ["Lattice", failed("Request Declined by User")],
    ["Keystone", failed("KeystoneError#tx_sign_canceled: Sign canceled")],
    ["Safe", failed("Transaction was rejected")],
    ["the upgrade of an account (EIP-5792)", failed("Atomic-ready wallet upgrade", 5750)],
    ["a smart account", failed("The user rejected the user operation", -32603)],
    ["ethers, nested", { code: "UNKNOWN_ERROR", info: { error: { code: 4001 } } }],
    ["viem by its name", { name: "UserRejectedRequestError" }],
    ["an internal error", failed("MetaMask Tx Signature: User denied transaction signature.", -32603)],
    ["a server's error code", failed("User cancelled", -32000)],
    ["a busy code", failed("User rejected the request.", -32002)],
    ["a text", "User canceled"],
    ["one word", failed("cancelled", -1)],
    ["one word in capitals", { message: "REJECTED" }],
    ["by you", failed("You declined the transaction")],
    ["a passive", failed("The transaction was not sent: it has been rejected by the user")],
    ["not approved", failed("User did not approve")],
    ["Chinese", failed("用户取消了操作")],
    ["a passkey", { name: "NotAllowedError", message: "The operation either timed out or was not allowed." }],
    ["a passkey, wrapped", failed("Internal error", -32603, { cause: { name: "NotAllowedError" } })],
    ["JSON in the message", failed('{"code":4001,"message":"no"}', -32000)],
    ["JSON after words", failed('Failed: {"error":{"code":5000,"message":"no"}}', -32603)],
    ["Trezor's permission", failed("Permissions not granted", "Method_PermissionsNotGranted")],
  ])("%s", async (_form, error) => {
    const declined = { name: "PayError", reason: "refused_in_wallet", cause: error };
    await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toMatchObject(declined);
    const sign = { ...SIGN, chain: "eip155:1" };
    await expect(execute(wallet("eth_signTypedData_v4", error), sign)).rejects.toMatchObject(declined);
    await expect(execute(wallet("wallet_switchEthereumChain", error), SIGN)).rejects.toMatchObject(declined);
    await expect(accountsOf(wallet("eth_requestAccounts", error))).rejects.toMatchObject(declined);
  });

  test.each<[string, unknown]>([
    ["a node", failed("Transaction rejected", -32003)],
    ["a node, wrapped", failed("Internal JSON-RPC error.", -32603, { data: { code: -32000, message: "rejected" } })],
    ["a bundler", failed("UserOperation rejected by paymaster", -32603)],
    ["a pool", failed("transaction rejected: replaced by another", -32603)],
    ["a connection", failed("connect ECONNREFUSED: connection refused")],
    ["a time-out", failed("User rejected or request timed out")],
    ["a window", failed("Popup window was closed")],
    ["a connection that timed out", failed("The operation timed out")],
    ["a node's answer as JSON", failed('{"code":-32003,"message":"transaction rejected"}')],
    [
      "ethers, after the buyer cancelled what was sent",
      failed("replaced", "TRANSACTION_REPLACED", { reason: "cancelled" }),
    ],
  ])("%s that refuses while the wallet sends is none", async (_form, error) => {
    await expect(execute(wallet("eth_sendTransaction", error), SEND)).rejects.toBe(error);
  });

  test("words that do not name the buyer are enough if the wallet was asked only to sign", async () => {
    const sign = { ...SIGN, chain: "eip155:1" };
    for (const words of [
      "Signature request rejected",
      "Popup window was closed",
      "signing was not possible: denied",
      "The signature was not confirmed",
      "Request wasn't approved",
    ])
      await expect(execute(wallet("eth_signTypedData_v4", failed(words)), sign)).rejects.toMatchObject({
        reason: "refused_in_wallet",
      });
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
