// A shop that uses Coinbase's client against a test's server.
import { beforeAll, beforeEach, expect } from "vitest";
import { confirm, signPayment } from "../harness/chain/wallet.ts";
import { createKeyFor, type RouteServer } from "../routes/setup.ts";
import { type Client, coinbase, type ShownCharge } from "./coinbase.ts";

export const ORDER = {
  name: "The Sovereign Individual",
  description: "Mastering the Transition to the Information Age",
  local_price: { amount: "12.50", currency: "USD" },
  pricing_type: "fixed_price",
  metadata: { order_id: "4711", lines: [{ sku: "b-1", count: 2 }], é: null },
} as const;

let client: Client;

/** Each test is another shop, on the file's server. */
export function shopForEach(server: () => RouteServer) {
  let shop: RouteServer;
  const newShop = async (): Promise<void> => {
    shop = (await server().asNewOwner()).at(server().baseUrl);
    client.setApiKey(await createKeyFor(shop, "charges"));
  };
  beforeAll(() => {
    client = coinbase.Client.init("none", `${server().baseUrl}/commerce/`);
    client.setRequestTimeout(30_000);
  });
  beforeEach(newShop);
  return {
    shop: () => shop,
    newShop,
    sendKey: (key: string): void => client.setApiKey(key),
    async pay(id: string): Promise<void> {
      const { body } = await confirm(shop, await signPayment(shop, id, await shop.newBuyer()), 30_000);
      expect(body.status).toBe("succeeded");
    },
  };
}

export const create = (changes: object = {}): Promise<ShownCharge> =>
  coinbase.resources.Charge.create({ ...ORDER, ...changes });

/** The client has no function to cancel: shops use its transport. */
export const cancel = (id: string): Promise<ShownCharge> =>
  new Promise((resolve, reject) => {
    client.postHttp(`charges/${id}/cancel`, {}, (error, answer) => {
      if (error) reject(error);
      else resolve(answer.data.data);
    });
  });

export const stepsOf = ({ timeline }: ShownCharge): string[] => timeline.map(({ status }) => status);
