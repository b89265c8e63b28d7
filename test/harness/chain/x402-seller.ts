// A partner's own server that sells by x402: unmodified `@x402/express` or `@x402/hono`, with this facilitator.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { HTTPFacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { ExactEvmScheme as ServerScheme } from "@x402/evm/exact/server";
import { paymentMiddleware, x402ResourceServer } from "@x402/express";
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { paymentMiddleware as honoMiddleware } from "@x402/hono";
import express from "express";
import { Hono } from "hono";
import type { LocalAccount } from "viem";
import type { TestServer } from "../server/server.ts";

type Place = Pick<TestServer, "apiKey" | "caip2" | "destination" | "deployment" | "baseUrl">;
type Network = `${string}:${string}`;

/** As docs/operations/x402.md has it. */
export class CarefulFacilitator extends HTTPFacilitatorClient {
  readonly #sold = new Set<unknown>();

  override async settle(...request: Parameters<HTTPFacilitatorClient["settle"]>) {
    const settled = await super.settle(...request).catch(() => super.settle(...request));
    if (!settled.success) return settled;
    const paymentId = settled.extra?.paymentId;
    if (this.#sold.has(paymentId)) return { ...settled, success: false, errorReason: "duplicate_settlement" };
    this.#sold.add(paymentId);
    return settled;
  }
}

const facilitatorFor = ({ apiKey }: Place, url: string) =>
  new CarefulFacilitator({
    url: `${url}/x402`,
    createAuthHeaders: async () => {
      const headers = { "Api-Key": apiKey };
      return { verify: headers, settle: headers, supported: headers };
    },
  });

const routesFor = ({ caip2, destination, deployment }: Place) => ({
  "GET /report": {
    accepts: {
      scheme: "exact",
      network: caip2 as Network,
      payTo: destination,
      price: { asset: deployment.usdc as string, amount: "1000000", extra: { name: "USD Coin", version: "2" } },
    },
  },
});

export interface Seller {
  readonly url: string;
  stop(): Promise<void>;
}

export const REPORT = { report: 17 };

/**
 * @param facilitatorUrl of a proxy, by default the server itself
 * @param work what the server does before it answers
 */
export async function startExpress(
  place: Place,
  facilitatorUrl = place.baseUrl,
  work: () => Promise<void> = async () => {},
): Promise<Seller> {
  const resources = resourcesFor(place, facilitatorUrl);
  const app = express();
  app.use(paymentMiddleware(routesFor(place), resources));
  app.get("/report", (_, response) => void work().then(() => response.json(REPORT)));
  return listening(createServer(app));
}

export async function startHono(place: Place, facilitatorUrl = place.baseUrl): Promise<Seller> {
  const app = new Hono();
  app.use(honoMiddleware(routesFor(place), resourcesFor(place, facilitatorUrl)));
  app.get("/report", (context) => context.json(REPORT));
  return listening(serve({ fetch: app.fetch, port: 0 }) as Server);
}

const resourcesFor = (place: Place, url: string) =>
  new x402ResourceServer(facilitatorFor(place, url)).register(place.caip2 as Network, new ServerScheme());

async function listening(server: Server): Promise<Seller> {
  if (!server.listening) {
    server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Buys with x402's own client. */
export const buy = ({ caip2 }: Pick<Place, "caip2">, payer: LocalAccount, url: string): Promise<Response> =>
  wrapFetchWithPayment(
    fetch,
    x402Client.fromConfig({
      schemes: [{ network: caip2 as Network, client: new ExactEvmScheme(payer) }],
      spendControls: false,
    }),
  )(url);
