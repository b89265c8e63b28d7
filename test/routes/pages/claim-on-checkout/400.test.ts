// What is wrong with an address, in words that a person understands. Nothing is claimed then.
import { expect, test } from "vitest";
import { readRefund } from "../../../harness/chain/refunds.ts";
import { serverForFile } from "../../setup.ts";
import { textOf } from "../page-text.ts";
import { givenClaim, submit, tokenIn } from "./given.ts";

const server = serverForFile();

type Given = Awaited<ReturnType<typeof givenClaim>>;

const GOOD = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"; // of EIP-55
const NOT_YOURS = "Copy the address of your account instead.";

test.each<[what: string, typed: (given: Given) => string, words: string]>([
  ["nothing", () => "  ", "Enter an address."],
  ["a mistyped character", () => GOOD.replace("5aAe", "5aAE"), "A character is wrong: it was mistyped."],
  ["one character too few", () => GOOD.slice(0, -1), "An address has 42 characters, and this has 41."],
  ["a name", () => "buyer.eth", "Enter the address itself instead of a name."],
  [
    "an address of Bitcoin",
    () => "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "This is not an address on Local chain.",
  ],
  ["an address of Tron", () => "TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW", "This is not an address on Local chain."],
  ["another network", () => `eip155:1:${GOOD}`, "This address is for another network. Enter one on Local chain."],
  ["the zero address", () => `0x${"0".repeat(40)}`, "This address belongs to nobody."],
  ["an address for destroying money", () => "0x000000000000000000000000000000000000dEaD", "belongs to nobody."],
  ["the paid token", () => server().deployment.usdc, "This is the address of a token."],
  ["another accepted token", () => server().deployment.usdt, "This is the address of a token."],
  ["the router", () => server().deployment.router, `This address belongs to the payment system. ${NOT_YOURS}`],
  ["the merchant's account", () => server().destination, "This address belongs to Test shop. Enter your own."],
  ["the deposit address", ({ depositAddress }) => depositAddress, `is not yours. ${NOT_YOURS}`],
])("%s", async (_, typed, words) => {
  const given = await givenClaim(server());
  const token = await tokenIn(server(), given.paymentId);
  for (const step of ["check", "use"]) {
    const { status, body } = await submit(server(), given.paymentId, { token, address: typed(given), step });
    expect(status).toBe(400);
    expect(textOf(body)).toContain(words);
    expect(body).toMatch(/<title>Error: /);
    expect(body).toMatch(/id="claim-address"[\s\S]*aria-invalid="true"/);
    expect(body).toContain(`value="${typed(given).trim()}"`);
  }
  expect((await readRefund(server(), given.refundId)).claim).toBeUndefined();
});

test.each([
  ["a private key", `0x${"ab".repeat(32)}`],
  ["one without its prefix", "cd".repeat(32)],
  ["a wallet's words", "legal winner thank year wave sausage worth useful legal winner thank yellow"],
])("%s is not shown again, and the page says to keep it to oneself", async (_, secret) => {
  const { paymentId } = await givenClaim(server());
  const token = await tokenIn(server(), paymentId);
  const { status, body } = await submit(server(), paymentId, { token, address: secret, step: "check" });
  expect(status).toBe(400);
  expect(textOf(body)).toContain("If it is a secret key, keep it to yourself");
  expect(body).not.toContain(secret.slice(0, 12));
});
