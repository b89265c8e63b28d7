// One of each kind of credential that creates payments of one merchant.
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { consoleCall, cookieOf, type SignedIn, signIn } from "../harness/server/console.ts";
import { createKeyFor, type RouteServer } from "../routes/setup.ts";

export interface Creator {
  readonly type: "server" | "pos" | "till";
  readonly headers: Readonly<Record<string, string>>;
  /** Begins the references of a till. */
  readonly prefix: string;
}

export type CreatorName = "server" | "otherServer" | "charges" | "pos" | "otherPos" | "till" | "otherTill";
export type Creators = Readonly<Record<CreatorName, Creator>>;

async function tillOf(shop: RouteServer, owner: SignedIn, name: string): Promise<Creator> {
  const body = { name, merchantId: shop.merchantId };
  const made = await owner.call<{ code: string }>({ path: "/tills", headers: { "api-key": shop.apiKey }, body });
  const paired = await consoleCall<{ till: { code: string } }>(shop, { path: "/pair", body: { code: made.body.code } });
  const headers = { cookie: cookieOf(paired), origin: new URL(shop.baseUrl).origin, "merchant-id": shop.merchantId };
  return { headers, type: "till", prefix: `${paired.body.till.code}-` };
}

export async function creatorsOf(shop: RouteServer): Promise<Creators> {
  const key = (apiKey: string, type: "server" | "pos"): Creator => ({
    headers: { "api-key": apiKey, "merchant-id": shop.merchantId },
    type,
    prefix: "",
  });
  const owner = await signIn(shop);
  return {
    server: key(shop.apiKey, "server"),
    otherServer: key(await createKeyFor(shop, "partner"), "server"),
    charges: key(await createKeyFor(shop, "charges"), "server"),
    pos: key(await createKeyFor(shop, "pos"), "pos"),
    otherPos: key(await createKeyFor(shop, "pos"), "pos"),
    till: await tillOf(shop, owner, "One"),
    otherTill: await tillOf(shop, owner, "Two"),
  };
}

/** A till calls the API below the console, which takes its cookie. */
export function callAs<Body>(shop: RouteServer, { headers, type }: Creator, call: ApiCall): Promise<ApiAnswer<Body>> {
  const all = { ...headers, ...call.headers };
  return type === "till"
    ? consoleCall<Body>(shop, { ...call, headers: all })
    : shop.call<Body>({ ...call, headers: all });
}
