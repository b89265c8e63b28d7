// Runs the documentation's handlers as they are written, except for what a reader fills in.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import * as library from "../../src/server-client/index.ts";
import { ROOT } from "../docs/pages.ts";

export interface Order extends library.StoredOrder {
  readonly id: string;
  readonly orderId: string;
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Setup {
  readonly text: string;
  readonly order: Order;
  readonly secret: string;
  readonly server: { readonly baseUrl: string; readonly apiKey: string; readonly merchantId: string };
}

/** Handles a delivery. @returns the orders that it delivers */
export type Deliver = (delivery: Delivery) => Promise<readonly string[]>;

const SERVER = join(ROOT, "src/server-client/index.ts");
const FRAMEWORK = join(ROOT, "test/examples/medusa-framework.ts");

/** Imports a program from a folder in which its imports find the project's packages. @param others beside it */
async function imported<Module>(text: string, file: string, others: Record<string, string> = {}): Promise<Module> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache/handlers-"));
  try {
    for (const [name, program] of Object.entries({ ...others, [file]: text })) {
      const ready = program
        .replaceAll('"@turnpike/server"', JSON.stringify(SERVER))
        .replaceAll('"@medusajs/framework/utils"', JSON.stringify(FRAMEWORK));
      writeFileSync(join(folder, name), ready);
    }
    return (await import(join(folder, file))) as Module;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fills in what a reader would, and fails if the page no longer says it. */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`the page no longer contains ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

export async function standardWebhooks({ text, order, secret, server: shown }: Setup): Promise<Deliver> {
  vi.stubEnv("WEBHOOK_SECRET", secret);
  vi.stubEnv("TURNPIKE", shown.baseUrl);
  vi.stubEnv("API_KEY", shown.apiKey);
  vi.stubEnv("MERCHANT_ID", shown.merchantId);
  onTestFinished(() => void vi.unstubAllEnvs());
  const module = await imported<{ orders: Map<string, Order>; server: Server }>(
    replaced(text, {
      "createServer(async": "export const server = createServer(async",
      "listen(3000)": "listen(0)",
      "const orders =": "export const orders =",
    }),
    "webhooks.ts",
  );
  const { orders, server } = module;
  if (!server.listening) await once(server, "listening");
  onTestFinished(() => void server.close());
  orders.set(order.paymentId, order);
  return async ({ headers, body }) => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { port } = server.address() as AddressInfo;
    await fetch(`http://localhost:${port}`, { method: "POST", headers, body });
    const said = log.mock.calls.map(([line]) => String(line).replace("deliver ", ""));
    log.mockRestore();
    return said;
  };
}

export async function serverLibrary({ text, order, secret }: Setup): Promise<Deliver> {
  const { stored, receive } = await imported<{
    stored: Map<string, Order>;
    receive(request: Request): Promise<string | null>;
  }>(replaced(text, { "const stored =": "export const stored =", "whsec_…": secret }), "library.ts");
  stored.set(order.paymentId, order);
  return async ({ headers, body }) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const delivered = await receive(new Request("https://shop.example", { method: "POST", headers, body }));
    warn.mockRestore();
    return delivered === null ? [] : [delivered];
  };
}

export function commerce({ text, order, secret }: Setup): Promise<Deliver> {
  const require = createRequire(import.meta.url);
  const load = (name: string): unknown => (name === "@turnpike/server" ? library : require(name));
  const { paidOrder, stored } = new Function("require", `${text}\nreturn { paidOrder, stored };`)(load) as {
    paidOrder(body: string, signature: string | undefined, secret: string): string | null;
    stored: Map<string, Order>;
  };
  stored.set(order.paymentId, order);
  return Promise.resolve(async ({ headers, body }: Delivery) => {
    const delivered = paidOrder(body, headers["x-cc-webhook-signature"], secret);
    return delivered === null ? [] : [delivered];
  });
}

export interface MedusaOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly merchantId: string;
  readonly webhookSecret: string;
}

interface Provider {
  initiatePayment(of: object): Promise<{ id: string; data: object }>;
  authorizePayment(of: object): Promise<{ status: string }>;
  refundPayment(of: object): Promise<object>;
  getWebhookActionAndData(of: object): Promise<{ action: string; data?: { session_id: string } }>;
}

const sourceOf = (file: string): string => readFileSync(join(ROOT, "integrations/medusa", file), "utf8");

interface Amounts {
  toTurnpike(amount: number | string, currency: string): { readonly unit: string; readonly value: string };
  fromTurnpike(amount: { readonly unit: string; readonly value: string }): string;
}

export const medusaAmounts = (): Promise<Amounts> => imported<Amounts>(sourceOf("amounts.js"), "amounts.js");

export async function medusaProvider(options: MedusaOptions): Promise<Provider> {
  const { TurnpikeProvider } = await imported<{ TurnpikeProvider: new (container: object, of: object) => Provider }>(
    sourceOf("provider.js"),
    "provider.js",
    { "amounts.js": sourceOf("amounts.js") },
  );
  return new TurnpikeProvider({}, options);
}

/** As Medusa does: the webhook names a session, whose own payment is then asked for its status. */
export const medusa =
  (provider: Provider, sessions: ReadonlyMap<string, object>): Deliver =>
  async ({ headers, body }) => {
    const { action, data } = await provider.getWebhookActionAndData({ rawData: body, headers });
    const session = data && sessions.get(data.session_id);
    if (action !== "captured" || !data || !session) return [];
    const { status } = await provider.authorizePayment({ data: session });
    return status === "captured" ? [data.session_id] : [];
  };
