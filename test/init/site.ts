// What an operator has before `turnpike init`: a machine that boots, a certificate, the file of a release, and a chain
// with coin to send.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { makeRelease } from "../operator/releases/artefact.ts";
import { type BootedMachine, bootMachine } from "./booted-machine.ts";

export const HOST = "pay.example";
export const RELEASE = "turnpike-0.1.0-00000001";
const CERTIFICATES = "/etc/ssl/pay";
const MERCHANT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface Typed {
  readonly code: number;
  readonly said: string;
}

/** A program in the machine that answers each line with one. */
interface Asked {
  ask(line: string): Promise<string>;
  /** Ends its input, and waits for its end. */
  end(): Promise<void>;
}

export class Site {
  readonly machine: BootedMachine;
  readonly #transcript: string[];
  #chain: Asked | null = null;

  private constructor(machine: BootedMachine, transcript: string[]) {
    this.machine = machine;
    this.#transcript = transcript;
  }

  /** @param transcript gets what the operator types and sees */
  static async start(transcript: string[]): Promise<Site> {
    const site = new Site(await bootMachine([HOST]), transcript);
    site.#makeCertificate();
    await site.#startChain();
    await makeRelease(site.at("root"), "00000001");
    return site;
  }

  /** Where a path of the machine lies, seen from outside. */
  at(path: string): string {
    return join(this.machine.root, path);
  }

  /** An authority of the operator's own, which the machine trusts, and its certificate for the host. */
  #makeCertificate(): void {
    const folder = this.at(CERTIFICATES);
    mkdirSync(folder, { recursive: true });
    const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"];
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Operator's CA");
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=DNS:${HOST}`];
    const usage = ["-addext", "basicConstraints=critical,CA:FALSE"];
    const own = ["-keyout", "key.pem", "-out", "own.pem", "-subj", `/CN=${HOST}`];
    openssl("req", "-x509", ...key, ...signed, ...usage, ...own);
    const chain = ["own.pem", "ca.pem"].map((name) => readFileSync(join(folder, name), "utf8"));
    writeFileSync(join(folder, "chain.pem"), chain.join(""));
    cpSync(join(folder, "ca.pem"), this.at("usr/local/share/ca-certificates/operator.crt"));
    this.machine.run("update-ca-certificates", []);
  }

  async #startChain(): Promise<void> {
    this.machine.run("mkdir", ["/root/chain"]);
    this.#chain = await this.startProgram("chain.ts", "/root/chain", "/root/entry.json");
    this.writeAnswers("answers.json", {});
  }

  /** Sends coin or tokens on the test net: for example `coin 0x…`. */
  async give(what: string): Promise<void> {
    expect(await this.#chain?.ask(what)).toBe(what);
  }

  /** Sends what init asks for in a line, as soon as it asks. */
  async sendMoney(line: string): Promise<void> {
    const [, what, address] = /send the (relayer|buyer) (0x[0-9a-fA-F]{40}) /.exec(line) ?? [];
    if (address) await this.give(`${what === "buyer" ? "tokens" : "coin"} ${address}`);
  }

  writeAnswers(name: string, changes: Readonly<Record<string, unknown>>): void {
    const chain: unknown = JSON.parse(readFileSync(this.at("root/entry.json"), "utf8"));
    const answers = {
      publicUrl: `https://${HOST}`,
      chains: [chain],
      proxy: "nginx",
      certificate: { chainFile: `${CERTIFICATES}/chain.pem`, keyFile: `${CERTIFICATES}/key.pem` },
      partner: "Corner shop",
      merchant: { name: "Corner shop", email: "shop@shop.example", destination: MERCHANT },
      ...changes,
    };
    writeFileSync(this.at(`root/${name}`), JSON.stringify(answers, null, 2));
  }

  /** What an operator types as root. @param onLine called with each line that appears */
  type(command: string, onLine: (line: string) => void = () => {}): Promise<Typed> {
    this.#transcript.push(`# ${command}`);
    const node = dirname(process.execPath);
    const shell = this.machine.start("sh", ["-c", `cd /root && PATH=${node}:$PATH && ${command}`]);
    if (!shell.stdout || !shell.stderr) throw new Error("the shell has no output");
    const said: string[] = [];
    const startedMs = performance.now();
    for (const stream of [shell.stdout, shell.stderr]) {
      createInterface(stream).on("line", (line) => {
        said.push(line);
        this.#transcript.push(line);
        onLine(line);
      });
    }
    shell.stdin?.end();
    return new Promise((resolve) => {
      shell.on("close", (code) => {
        this.#transcript.push(`[${((performance.now() - startedMs) / 1_000).toFixed(1)} s, exit code ${code}]`);
        resolve({ code: code ?? -1, said: said.join("\n") });
      });
    });
  }

  /** Runs one of this folder's programs in the machine, until it says that it is ready. */
  async startProgram(name: string, ...words: readonly string[]): Promise<Asked> {
    const own = ["NODE_USE_SYSTEM_CA=1", process.execPath, join(ROOT, "scripts/run-ts.js")];
    const program = this.machine.start("env", [`--chdir=${ROOT}`, ...own, join(ROOT, "test/init", name), ...words]);
    const closed = once(program, "close");
    if (!program.stdin || !program.stdout || !program.stderr) throw new Error(`${name} has no streams`);
    program.stderr.on("data", (text: Buffer) => process.stderr.write(text));
    const { stdin } = program;
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
    const next = async () => String((await lines.next()).value);
    expect(await next()).toBe("ready");
    return {
      ask(line) {
        stdin.write(`${line}\n`);
        return next();
      },
      async end() {
        stdin.end();
        await closed;
      },
    };
  }

  async stop(): Promise<void> {
    // A process that stays would hold up the halt.
    await this.#chain?.end();
    await this.machine.stop();
  }
}
