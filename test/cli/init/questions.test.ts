// The questions of `turnpike init` in a terminal.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { askAnswers } from "../../../src/cli/init/questions.ts";

const MERCHANT = `0x${"1".repeat(40)}`;
const FEES = `0x${"2".repeat(40)}`;

/** Types each line once the question before it was shown. @returns the answers, and what the terminal showed */
async function typeAnswers(lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...lines];
  let shown = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (!text.endsWith(": ")) return;
    const line = left.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  return { answers: await askAnswers({ input, output }), shown };
}

const ANSWERS = [
  "pay.example", // host
  "", // database
  FEES,
  "base",
  "https://one.example, https://two.example",
  "", // another chain
  "", // nginx
  "ops@pay.example", // ACME
  "", // fee
  "Provider",
  "Shop",
  "shop@pay.example",
  MERCHANT,
];

test("a newcomer's answers make the file of answers; Enter takes what is in brackets", async () => {
  const { answers, shown } = await typeAnswers(ANSWERS);
  expect(answers).toEqual({
    publicUrl: "https://pay.example",
    feePercentage: "0",
    chains: [{ preset: "base", rpcUrls: ["https://one.example", "https://two.example"], feeReceiver: FEES }],
    proxy: "nginx",
    certificate: { acmeEmail: "ops@pay.example" },
    partner: "Provider",
    merchant: { name: "Shop", email: "shop@pay.example", destination: MERCHANT },
  });
  expect(shown).toContain("Reverse proxy: nginx, caddy or none [nginx]: ");
  expect(shown).toContain("empty for this machine's: ");
});

test("after a wrong answer, only that one is typed again: the others are offered", async () => {
  const wrong = ["https://pay.example", ...ANSWERS.slice(1)];
  const right = ["pay.example", ...ANSWERS.slice(1).map(() => "")];
  const { answers, shown } = await typeAnswers([...wrong, ...right]);
  expect(answers).toMatchObject({ publicUrl: "https://pay.example", merchant: { destination: MERCHANT } });
  expect(shown).toContain("publicUrl must be https:// and the host name");
  expect(shown).toContain("Its email address [shop@pay.example]: ");
});
