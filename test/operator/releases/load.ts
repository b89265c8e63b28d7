// Buyers and shops who never repeat a request: each one that fails is counted.
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import type { ApiCall } from "../../harness/server/api.ts";
import type { TestServer } from "../../harness/server/server.ts";

const SHOPS = 3;
const READERS = 1;
/** Between requests of one client: all together stay below the 200 a second that nginx.conf allows an address. */
const PAUSE_MS = 40;
/** In a page: the files that it loads. */
const LINKED = /(?:src|href)="(\/assets\/[^"]+)"/g;

export class Load {
  /** Each request that failed, with its answer. */
  readonly failures: string[] = [];
  requests = 0;
  paid = 0;
  /** Files of pages that were loaded at any time. */
  readonly files = new Set<string>();
  readonly #server: TestServer;
  #isStopping = false;
  readonly #running: Promise<void>[];

  /** @param url the proxy's */
  constructor(server: TestServer, url: string) {
    const through = server.at(url);
    const call = through.call;
    const counted = async <Body>(each: ApiCall) => {
      const what = `${each.body === undefined ? "GET" : "POST"} ${each.path}`;
      await sleep(PAUSE_MS);
      const answer = await call<Body>(each).catch((error: unknown) => this.#fail(what, error));
      this.requests += 1;
      if (answer.status >= 300) this.#fail(what, answer.status);
      return answer;
    };
    this.#server = { ...through, call: counted };
    this.#running = [
      ...Array.from({ length: SHOPS }, () => this.#until(() => this.#pay())),
      ...Array.from({ length: READERS }, () => this.#until(() => this.#read(url))),
    ];
  }

  #fail(what: string, answer: unknown): never {
    const cause = answer instanceof Error ? (answer.cause ?? answer) : answer;
    this.failures.push(`${new Date().toISOString()} ${what}: ${cause}`);
    throw new Error("a request failed");
  }

  async #until(once: () => Promise<void>): Promise<void> {
    while (!this.#isStopping) await once().catch((error: unknown) => this.#note(error));
  }

  #note(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== "a request failed") this.failures.push(`${new Date().toISOString()} ${message}`);
  }

  async #pay(): Promise<void> {
    const paymentId = await createPayment(this.#server);
    await confirm(this.#server, await signPayment(this.#server, paymentId, await this.#server.newBuyer()));
    const { status } = await untilFinal(this.#server, paymentId);
    if (status !== "succeeded") throw new Error(`a payment ended as ${status}`);
    this.paid += 1;
  }

  /** Opens a checkout page, and loads its files and those of all pages that were opened before. */
  async #read(url: string): Promise<void> {
    const paymentId = await createPayment(this.#server);
    const { body } = await this.#server.call<string>({ path: `/${paymentId}` });
    for (const [, file = ""] of body.matchAll(LINKED)) this.files.add(file);
    for (const file of this.files) {
      await sleep(PAUSE_MS);
      const { statusCode, body: content } = await request(url + file).catch((error) =>
        this.#fail(`GET ${file}`, error),
      );
      await content.dump();
      this.requests += 1;
      if (statusCode !== 200) this.#fail(`GET ${file}`, statusCode);
    }
  }

  /** Resolves once what was begun has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }
}
