// The injected test wallet behaves like real ones: it signs and sends for real, and is as strict.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { type Hex, parseEther, toHex, verifyTypedData } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startServer, testClient } from "../../harness/server/server.ts";
import { chainsOf, type InjectedWallet, injectWallet, type WalletOptions } from "../harness/injected-wallet.ts";
import { openPage } from "../harness/page.ts";

const NUMBER = 31_337;
const KEY = generatePrivateKey();
const { address } = privateKeyToAccount(KEY);

const site = createServer((_request, response) => {
  // The same policy as our own pages: injecting must not need a looser one.
  response.writeHead(200, { "content-type": "text/html", "content-security-policy": "default-src 'none'" });
  response.end("<!doctype html><title>A page</title>");
});
beforeAll(() => new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve)));
afterAll(() => void site.close());

const chain = () => ({ number: NUMBER, rpcUrl: inject("sharedChain").rpcUrl });

async function given(options: Partial<WalletOptions> = {}): Promise<{ page: Page; wallet: InjectedWallet }> {
  const page = await openPage({ server: { baseUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}` } });
  const wallet = await injectWallet(page, { privateKeys: [KEY], chains: [chain()], isLegacy: true, ...options });
  await page.goto("/");
  return { page, wallet };
}

type Outcome = { readonly result: unknown } | { readonly code: number; readonly message: string };

/** The response of window.ethereum. */
const request = (page: Page, method: string, ...params: unknown[]): Promise<Outcome> =>
  page.evaluate(
    async ([name, args]) => {
      const { ethereum } = window as unknown as { ethereum: { request(call: object): Promise<unknown> } };
      return ethereum.request({ method: name, params: args }).then(
        (result) => ({ result }),
        ({ code, message }) => ({ code, message }),
      );
    },
    [method, params] as const,
  );

const note = (chainId: number) =>
  ({
    domain: { chainId },
    types: { Note: [{ name: "text", type: "string" }] },
    primaryType: "Note",
    message: { text: "hello" },
  }) as const;

/** Serialises as pages do, including the domain's own type. */
const asText = ({ types, ...rest }: ReturnType<typeof note>): string =>
  JSON.stringify({ ...rest, types: { EIP712Domain: [{ name: "chainId", type: "uint256" }], ...types } });

test("wallets announce themselves, and again when asked (EIP-6963)", async () => {
  const { page } = await given({ info: { name: "One" } });
  await injectWallet(page, { privateKeys: [KEY], chains: [chain()], info: { name: "<b>Two</b>" } });
  await page.reload();
  const names = await page.evaluate(() => {
    const found: string[] = [];
    window.addEventListener("eip6963:announceProvider", (event) => {
      found.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name);
    });
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    return found;
  });
  expect(names).toEqual(["One", "<b>Two</b>"]);
});

test("shows its accounts once the page is connected", async () => {
  const { page, wallet } = await given();
  expect(await request(page, "eth_accounts")).toEqual({ result: [] });
  expect(await request(page, "eth_requestAccounts")).toEqual({ result: [address] });
  expect(await request(page, "eth_accounts")).toEqual({ result: [address] });
  expect(wallet.methods()).toEqual(["eth_accounts", "eth_requestAccounts", "eth_accounts"]);
});

test("signs and sends for real, only on its active chain", async () => {
  const client = testClient(chain().rpcUrl);
  await client.setBalance({ address, value: parseEther("1") });
  const { page } = await given({ isConnected: true });
  const signed = await request(page, "eth_signTypedData_v4", address, asText(note(NUMBER)));
  const signature = ("result" in signed ? signed.result : "0x") as Hex;
  expect(await verifyTypedData({ ...note(NUMBER), address, signature })).toBe(true);
  expect(await request(page, "eth_signTypedData_v4", address, asText(note(1)))).toMatchObject({
    code: -32602,
    message: expect.stringContaining("must match the active chainId"),
  });
  const { address: to } = privateKeyToAccount(generatePrivateKey());
  const sent = await request(page, "eth_sendTransaction", { from: address, to, value: "0x1" });
  await client.waitForTransactionReceipt({ hash: ("result" in sent ? sent.result : "0x") as Hex });
  expect(await client.getBalance({ address: to })).toBe(1n);
  expect(await request(page, "eth_getBalance", to, "latest")).toEqual({ result: "0x1" });
});

test("refuses pages that are not connected, and unknown methods", async () => {
  const { page } = await given();
  expect(await request(page, "eth_sendTransaction", { from: address, to: address })).toMatchObject({ code: 4100 });
  expect(await request(page, "wallet_sendCalls")).toMatchObject({ code: 4200 });
});

test("switches to known chains, adds permitted ones, and emits events", async () => {
  const other = { ...chain(), number: 31_338 };
  const { page } = await given({ addableChains: [other] });
  await page.evaluate(() => {
    const { ethereum } = window as unknown as {
      ethereum: { on(name: string, listener: (id: string) => void): void };
    };
    ethereum.on("chainChanged", (id) => {
      document.title = id;
    });
  });
  const wanted = { chainId: toHex(other.number) };
  expect(await request(page, "wallet_switchEthereumChain", wanted)).toMatchObject({ code: 4902 });
  const details = { chainName: "Second", rpcUrls: [other.rpcUrl], nativeCurrency: { symbol: "COIN" } };
  expect(await request(page, "wallet_addEthereumChain", { ...wanted, ...details })).toEqual({ result: null });
  expect(await page.title()).toBe(wanted.chainId);
  expect(await request(page, "eth_chainId")).toEqual({ result: wanted.chainId });
});

test("its user declines, does not respond, returns, or has locked it", async () => {
  const { page, wallet } = await given({ isLocked: true });
  const connected = request(page, "eth_requestAccounts");
  await wallet.untilAsked("eth_requestAccounts");
  expect(await request(page, "eth_accounts")).toEqual({ result: [] });
  await wallet.unlock();
  expect(await connected).toEqual({ result: [address] });
  wallet.refuse("eth_signTypedData_v4");
  expect(await request(page, "eth_signTypedData_v4", address, "{}")).toMatchObject({ code: 4001 });
  wallet.hold("eth_signTypedData_v4");
  wallet.answer("eth_signTypedData_v4", () => "rubbish");
  const signed = request(page, "eth_signTypedData_v4", address, "{}");
  await wallet.untilAsked("eth_signTypedData_v4", 2);
  wallet.release();
  expect(await signed).toEqual({ result: "rubbish" });
});

test("works on a page of a test's server with that server's chains", async () => {
  const server = await startServer({ role: "api" });
  onTestFinished(() => server.stop());
  const { privateKey, address: buyer } = await server.newBuyer();
  const page = await openPage({ server });
  await injectWallet(page, { privateKeys: [privateKey], chains: chainsOf(server), isLegacy: true });
  await page.goto(`/${await createPayment(server)}`);
  expect(await request(page, "eth_requestAccounts")).toEqual({ result: [buyer] });
  expect(await request(page, "eth_chainId")).toEqual({ result: toHex(NUMBER) });
});
