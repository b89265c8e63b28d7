// Wallets must not execute a lying gateway's actions. Each lie changes one thing in a real response.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERMIT2 } from "../../src/chains/evm/config/deploy.ts";
import { CONTRACTS } from "../../src/client/contracts.ts";
import { createGatewayClient, type GatewayClient, pay } from "../../src/client/index.ts";
import { startServerWithCoin } from "../harness/chain/methods.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { type Asked, buyerFor, byProvider, HOSTS } from "./payers.ts";

let server: TestServer;
let gateway: GatewayClient;
beforeAll(async () => {
  server = await startServerWithCoin();
  gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
});
afterAll(() => server.stop());

const EVIL = "0x00000000000000000000000000000000DeaDBeef";
const evilWord = EVIL.slice(2).padStart(64, "0").toLowerCase();

/** A gateway that changes the text of its actions. */
const lying = (change: (actions: string) => string): GatewayClient => ({
  ...gateway,
  fetch: async (...call) => JSON.parse(change(JSON.stringify(await gateway.fetch(...call)))),
});

const withoutPrefix = (address: string): string => address.slice(2).toLowerCase();
const inTypedData = (name: string, value: string) => (text: string) =>
  text.replaceAll(
    new RegExp(`\\\\"${name}\\\\":(\\\\"0x[0-9a-fA-F]+\\\\"|[0-9]+)`, "g"),
    `\\"${name}\\":\\"${value}\\"`,
  );
const inTransaction = (name: string, value: string) => (text: string) =>
  text.replaceAll(new RegExp(`"${name}":"0x[0-9a-fA-F]+"`, "g"), `"${name}":"${value}"`);
const inCalldata = (address: () => string) => (text: string) =>
  text.replaceAll(withoutPrefix(address()).padStart(64, "0"), evilWord);
const twenty = 20_000_000n.toString(16).padStart(64, "0");

describe("a lying gateway is refused before anything is signed or sent:", () => {
  test.each<[string, string, RegExp, (text: string) => string]>([
    ["EIP-3009", "another recipient", /pays someone other/, inTypedData("to", EVIL)],
    ["EIP-3009", "another payer", /another payer/, inTypedData("from", EVIL)],
    ["EIP-3009", "another amount", /another amount/, inTypedData("value", "0x1312d00")],
    ["EIP-3009", "another token", /another token/, inTypedData("verifyingContract", EVIL)],
    ["EIP-3009", "another chain in the domain", /another chain/, inTypedData("chainId", "0x1")],
    [
      "EIP-3009",
      "another chain in the action",
      /for eip155:1,/,
      (text) => text.replace(`"${server.caip2}"`, '"eip155:1"'),
    ],
    [
      "EIP-3009",
      "another type",
      /no payment needs a signature of/,
      (text) => text.replaceAll("ReceiveWithAuthorization", "TransferWithAuthorization"),
    ],
    [
      "EIP-3009",
      "an extra field in the message",
      /unknown fields/,
      (text) => text.replace('\\"to\\":', '\\"spender\\":\\"0x0\\",\\"to\\":'),
    ],
    [
      "EIP-3009",
      "another type of a field",
      /not those of EIP-3009/,
      (text) => text.replace('validAfter\\",\\"type\\":\\"uint256', 'validAfter\\",\\"type\\":\\"uint128'),
    ],
    [
      "EIP-3009",
      "another method",
      /not a payment method/,
      (text) => text.replace("eth_signTypedData_v4", "personal_sign"),
    ],
    ["EIP-3009", "no JSON", /not JSON/, (text) => text.replace('{\\"domain', "{domain")],
    ["EIP-3009", "nothing to do", /nothing to execute/, () => '{"actions":[]}'],
    ["Permit2 with its approval", "another spender", /pays someone other/, inTypedData("spender", EVIL)],
    ["Permit2 with its approval", "another token", /another token/, inTypedData("token", EVIL)],
    ["Permit2 with its approval", "another amount", /another amount/, inTypedData("amount", "0x1312d00")],
    [
      "Permit2 with its approval",
      "another contract",
      /a contract other than Permit2/,
      inTypedData("verifyingContract", EVIL),
    ],
    ["Permit2 with its approval", "another chain", /another chain/, inTypedData("chainId", "0x1")],
    ["Permit2 with its approval", "an approval for somebody else", /unknown contract/, inCalldata(() => PERMIT2)],
    [
      "Permit2 with its approval",
      "an approval of another token",
      /approval is for another token/,
      inTransaction("to", EVIL),
    ],
    ["Permit2 with its approval", "an approval that sends coin", /more than approve/, inTransaction("value", "0x1")],
    [
      "Permit2 with its approval",
      "an approval for the router",
      /not for the contract that takes/,
      (text) =>
        text.replace(
          withoutPrefix(PERMIT2).padStart(64, "0") + "f".repeat(64),
          withoutPrefix(CONTRACTS.router).padStart(64, "0") + 10_000_000n.toString(16).padStart(64, "0"),
        ),
    ],
    [
      "Permit2 with its approval",
      "an approval alone",
      /approvals followed by one payment/,
      (text) => JSON.stringify({ actions: JSON.parse(text).actions.slice(0, 1) }),
    ],
    [
      "plain ERC-20",
      "an approval for more",
      /approval is for another amount/,
      (text) => text.replace((10n * 10n ** 18n).toString(16).padStart(64, "0"), "f".repeat(64)),
    ],
    [
      "plain ERC-20",
      "a payment with another token",
      /with another token|approval is for an unknown/,
      inCalldata(() => server.deployment.dai),
    ],
    [
      "plain ERC-20",
      "a payment of somebody else's",
      /another payer/,
      (text) => text.replace(/(f11edab2.{64}.{64}).{64}/, `$1${evilWord}`),
    ],
    [
      "plain ERC-20",
      "a payment of another amount",
      /pays another amount/,
      (text) => text.replace(/(f11edab2.{64}.{64}.{64}).{64}/, `$1${twenty}`),
    ],
    ["coin", "another recipient", /go to the router/, inTransaction("to", EVIL)],
    ["coin", "more coin", /another amount of coin/, inTransaction("value", "0x1158e460913d00000")],
    ["coin", "another sender", /requested from another account/, inTransaction("from", EVIL)],
    ["coin", "another function", /is not a payment/, (text) => text.replace("0xf11edab2", "0x12345678")],
    ["coin", "data that is cut", /call data is malformed/, (text) => text.replace(/(0xf11edab2.{100})[0-9a-f]+/, "$1")],
    ["coin", "a token instead", /another token/, (text) => text.replace(/(f11edab2.{384}).{64}/, `$1${evilWord}`)],
  ])("%s, %s", async (way, _lie, message, change) => {
    const asked: Asked = [];
    const buyer = await buyerFor(server, way);
    const paymentId = await createPayment(server);
    let changed = false;
    const liar = lying((text) => {
      const lie = change(text);
      changed = lie !== text;
      return lie;
    });
    const attempt = pay(paymentId, { ...HOSTS, ...byProvider(server, buyer, asked), gateway: liar });
    await expect(attempt).rejects.toMatchObject({
      name: "PayError",
      reason: "not_what_was_chosen",
      message: expect.stringMatching(message),
    });
    expect(changed).toBe(true);
    expect(asked.map(({ method }) => method)).toEqual(["eth_requestAccounts", "eth_chainId"]);
    expect(await gateway.status(paymentId)).toMatchObject({ status: "requires_action" });
  });

  test("an option for an account that was not offered", async () => {
    const buyer = await server.newBuyer();
    const options: GatewayClient["options"] = async (...call) =>
      JSON.parse(JSON.stringify(await gateway.options(...call)).replaceAll(buyer.address, EVIL));
    const attempt = pay(await createPayment(server), {
      ...HOSTS,
      ...byProvider(server, buyer),
      gateway: { ...gateway, options },
    });
    await expect(attempt).rejects.toMatchObject({ reason: "not_what_was_chosen" });
  });
});
