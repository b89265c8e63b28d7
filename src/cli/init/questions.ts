// The questions of `turnpike init` without a file of answers. Answers are checked together, in the words of the file;
// in the next round, each question offers the answer of the round before.
import { createInterface } from "node:readline/promises";
import { PRESETS } from "../../chains/evm/config/presets/presets.ts";
import { parseAnswers } from "./answers.ts";

type Ask = (question: string, fallback?: string) => Promise<string>;

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** @returns the file of answers, valid */
export async function askAnswers({ input, output }: Terminal): Promise<unknown> {
  const terminal = createInterface({ input, output });
  let former: readonly string[] = [];
  try {
    for (;;) {
      const answers: string[] = [];
      const ask: Ask = async (question, fallback = "") => {
        const offered = former[answers.length] || fallback;
        const answer = (await terminal.question(`${question}${offered && ` [${offered}]`}: `)).trim() || offered;
        answers.push(answer);
        return answer;
      };
      const given = await askAll(ask);
      const parsed = parseAnswers(given);
      if (parsed.kind === "ok") return given;
      for (const { field, message } of parsed.issues) output.write(`${field} ${message}\n`);
      output.write("Correct it: Enter keeps the answer in brackets.\n");
      former = answers;
    }
  } finally {
    terminal.close();
  }
}

async function askAll(ask: Ask): Promise<Readonly<Record<string, unknown>>> {
  const host = await ask("Host name that buyers see, for example pay.example");
  const databaseUrlFile = await ask("File with the postgres:// URL of a database elsewhere; empty for this machine's");
  const chains = await askChains(ask);
  const proxy = await ask("Reverse proxy: nginx, caddy or none", "nginx");
  const certificate = proxy === "none" ? {} : await askCertificate(ask, proxy);
  return {
    publicUrl: `https://${host}`,
    ...(databaseUrlFile === "" ? {} : { databaseUrlFile }),
    feePercentage: await ask("Your fee in per cent", "0"),
    chains,
    proxy,
    ...certificate,
    partner: await ask("Name of the first partner, who has the API key"),
    merchant: {
      name: await ask("Name of the first merchant, as buyers see it"),
      email: await ask("Its email address"),
      destination: await ask("Its account (0x…), to which the money goes"),
    },
  };
}

async function askChains(ask: Ask): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const feeReceiver = await ask("Account (0x…) that receives your fees");
  const chains: Readonly<Record<string, unknown>>[] = [];
  for (;;) {
    const isFirst = chains.length === 0;
    const preset = isFirst
      ? await ask(`Chain: ${Object.keys(PRESETS).join(", ")}`)
      : await ask("Another chain; empty for none");
    if (preset === "" && !isFirst) return chains;
    const rpcUrls = await ask("Its RPC URLs of two providers, separated by commas");
    chains.push({ preset, rpcUrls: rpcUrls.split(",").map((url) => url.trim()), feeReceiver });
  }
}

async function askCertificate(ask: Ask, proxy: string): Promise<Readonly<Record<string, unknown>>> {
  const acmeEmail = await ask("Email address for ACME (Let's Encrypt); empty if you have files");
  if (acmeEmail !== "") return { certificate: { acmeEmail } };
  const chainFile = await ask(`Certificate's file (PEM)${proxy === "caddy" ? "; empty for Caddy's own way" : ""}`);
  if (chainFile === "") return {};
  return { certificate: { chainFile, keyFile: await ask("Its key's file (PEM)") } };
}
