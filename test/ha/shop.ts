// A shop and its buyers, who repeat requests as the documentation tells clients to, at whichever API responds.
import { setTimeout as sleep } from "node:timers/promises";
import { confirm, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import type { Member } from "./member.ts";
import type { Observed } from "./observed.ts";

/** Longer than the server's limit of a statement and the longest poll. */
const RESPONSE_TIMEOUT_MS = 40_000;
const NO_RESPONSE_PAUSE_MS = 250;
const NO_OPTION_PAUSE_MS = 500;

/** A payment as its clients know it. */
export interface Handled {
  readonly paymentId: string;
  readonly status: string;
}

export class Shop {
  readonly #server: TestServer;
  readonly #apis: readonly Member[];
  #next = 0;

  constructor(server: TestServer, apis: readonly Member[]) {
    this.#server = server;
    this.#apis = apis;
  }

  /** Takes so many payments at a steady pace. @param name makes their Idempotency-Keys unique */
  async take(name: string, payments: number, perSecond: number, observed: Observed): Promise<readonly Handled[]> {
    const buyers = await Promise.all(Array.from({ length: payments }, () => this.#server.newBuyer()));
    return Promise.all(
      buyers.map(async (buyer, index) => {
        await sleep((index * 1_000) / perSecond);
        return this.#takeOne(`${name} ${index}`, buyer, observed);
      }),
    );
  }

  async #takeOne(key: string, buyer: Buyer, observed: Observed): Promise<Handled> {
    const server = {
      ...this.#server,
      call: <Body>(request: ApiCall) => this.#ask<Body>(request, observed),
    };
    const created = await server.call<{ paymentId: string }>({
      path: "/v1/payments",
      headers: { "idempotency-key": key },
      body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: key },
    });
    const { paymentId } = created.body;
    await this.#confirmed(server, paymentId, buyer, observed);
    const { status } = await untilFinal(server, paymentId);
    observed.paid();
    return { paymentId, status };
  }

  async #confirmed(server: TestServer, paymentId: string, buyer: Buyer, observed: Observed): Promise<void> {
    // The chain's options are left out while no worker follows it.
    while ((await listOptions(server, paymentId, [buyer.account])).length === 0) {
      observed.refused("no option");
      await sleep(NO_OPTION_PAUSE_MS);
    }
    await confirm(server, await signPayment(server, paymentId, buyer));
  }

  /** Sends a request to one API after the other, until one does not refuse it with 503. */
  async #ask<Body>(request: ApiCall, observed: Observed): Promise<ApiAnswer<Body>> {
    for (;;) {
      const api = this.#apis[this.#next++ % this.#apis.length];
      const answer = api ? await this.#respond<Body>(api, request) : null;
      if (!api || answer === null) {
        observed.refused("no response");
        await sleep(NO_RESPONSE_PAUSE_MS);
      } else if (answer.status === 503) {
        const retryAfter = answer.headers.get("retry-after");
        if (retryAfter === null) observed.broken.push(`503 without Retry-After: ${JSON.stringify(answer.body)}`);
        observed.refused("503");
        await sleep(Number(retryAfter ?? 1) * 1_000);
      } else if (answer.status >= 400) {
        observed.broken.push(`${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        throw new Error(`${request.path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
      } else {
        if (isWrite(request)) observed.wrote(api.name);
        return answer;
      }
    }
  }

  async #respond<Body>(api: Member, request: ApiCall): Promise<ApiAnswer<Body> | null> {
    try {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      return await this.#server.at(api.baseUrl).call<Body>({ ...request, signal });
    } catch {
      return null; // a connection that was refused or ended, or no response in time
    }
  }
}

/** Options and fetch are reads that are sent with a body. */
const isWrite = ({ path }: ApiCall): boolean => path === "/v1/payments" || path.includes("/confirm");
