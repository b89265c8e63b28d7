// What somebody makes with a partner's key, and whether each of it still works.
import type { PairingCreated } from "../../../src/contract/console/tills.ts";
import { consoleCall, cookieOf, signIn } from "./console.ts";
import type { TestServer } from "./server.ts";
import { invite, newUser, type TestUser, tokenOf } from "./users.ts";

type Shop = Pick<TestServer, "apiKey" | "baseUrl" | "call" | "merchantId" | "store">;

const AMOUNT = { unit: "iso4217/USD", value: "1000" };

interface NewKey {
  readonly id: string;
  readonly key: string;
}

/** Of each thing, whether it works. */
export type Working = Readonly<Record<string, boolean>>;

export interface Work {
  readonly user: TestUser;
  readonly mintedKey: string;
  readonly ids: Readonly<Record<string, string>>;
  works(): Promise<Working>;
}

/** Each process forgets its cached keys when the database notifies it. */
export const NOTIFIED = { timeout: 10_000 };

export const all = (work: Working, is: boolean): Working =>
  Object.fromEntries(Object.keys(work).map((name) => [name, is]));

/** A console call with a key's session, which sends the key again. */
export async function asKey<Body extends object>(
  shop: Shop,
  apiKey: string,
  path: string,
  body?: object,
  method?: "PATCH",
) {
  const session = await signIn(shop, apiKey);
  const headers = { "api-key": apiKey };
  const answer = await session.call<Body>({ path, headers, ...(body && { body }), ...(method && { method }) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Makes a thing of each kind with the key. The key that it mints makes a payment and a user too, and that user another
 * key: things of things.
 */
export async function makeWith(shop: Shop, apiKey: string): Promise<Work> {
  const { merchantId } = shop;
  const api = async <Body extends object>(path: string, body: object, key = apiKey): Promise<Body> => {
    const answer = await shop.call<Body>({ path, body, headers: { "api-key": key } });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const pay = async (referenceId: string, key = apiKey) =>
    (await api<{ paymentId: string }>("/v1/payments", { amount: AMOUNT, referenceId }, key)).paymentId;
  const minted = await asKey<NewKey>(shop, apiKey, "/keys", { role: "partner", label: "Minted" });
  const invitation = await invite(shop, apiKey, { role: "owner", name: "Invited" });
  const user = await newUser(shop, apiKey, { role: "owner", name: "Joined" });
  const grandchild = await newUser(shop, minted.key, { role: "owner", name: "Grandchild" });
  await grandchild.confirm();
  const ofUser = await grandchild.call<NewKey>({ path: "/keys", body: { role: "read" } });
  const pairing = await asKey<PairingCreated>(shop, apiKey, "/tills", { name: "Made till", merchantId });
  const till = cookieOf(await consoleCall(shop, { path: "/pair", body: { code: pairing.code } }));
  const sale = await consoleCall<{ paymentId: string }>(shop, {
    path: "/v1/payments",
    headers: { cookie: till },
    body: { amount: AMOUNT, referenceId: `${(await sessionOf(shop, till)).till?.code}-1` },
  });
  const link = await api<{ id: string }>("/v1/payment-links", {
    amount: { unit: AMOUNT.unit, min: "100", max: "5000" },
  });
  const endpoint = await api<{ id: string }>("/v1/webhook-endpoints", { url: "https://thief.example/events" });
  const payments = { own: await pay("own"), ofMinted: await pay("minted", minted.key), ofTill: sale.body.paymentId };
  const keyWorks = async (key: string) =>
    (await shop.call({ path: "/v1/payments", headers: { "api-key": key } })).status === 200;
  const isOpen = async (id: string) => (await shop.store.payments.findForBuyer(id))?.status === "requires_action";
  const hasSession = async (call: TestUser["call"]) => (await call({ path: "/session" })).status === 200;
  return {
    user,
    mintedKey: minted.key,
    ids: {
      mintedKey: minted.id,
      keyOfUser: ofUser.body.id,
      invitation: invitation.id,
      user: user.id,
      grandchild: grandchild.id,
      till: pairing.id,
      link: link.id,
      endpoint: endpoint.id,
    },
    works: async () => ({
      mintedKey: await keyWorks(minted.key),
      keyOfUser: await keyWorks(ofUser.body.key),
      invitation:
        (await consoleCall(shop, { path: "/invitation", body: { token: tokenOf(invitation) } })).status === 200,
      user: await hasSession(user.call),
      grandchild: await hasSession(grandchild.call),
      till: (await consoleCall(shop, { path: "/session", headers: { cookie: till } })).status === 200,
      link: (await fetch(`${shop.baseUrl}/pay-links/${link.id}`, { redirect: "manual" })).status === 200,
      endpoint: (await shop.call({ path: `/v1/webhook-endpoints/${endpoint.id}` })).status === 200,
      payment: await isOpen(payments.own),
      paymentOfMinted: await isOpen(payments.ofMinted),
      sale: await isOpen(payments.ofTill),
    }),
  };
}

const sessionOf = async (shop: Shop, cookie: string) =>
  (await consoleCall<{ till: { code: string } | null }>(shop, { path: "/session", headers: { cookie } })).body;

/** A time after all that was made: payments have the server's estimate of the database's time, which may be ahead. */
export async function timeAfterAll({ sql }: Pick<TestServer, "sql">): Promise<string> {
  for (;;) {
    const [row] = await sql<{ now: Date; is_after: boolean }>(
      `select clock_timestamp() as now,
              clock_timestamp() > max(created_at) + interval '1 millisecond' as is_after from payments`,
    );
    if (row?.is_after) return row.now.toISOString();
  }
}
