// A partner whose changes of destinations need a second person, and its people.
import type { ChangeRequests } from "../../../../src/contract/console/change-requests.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import type { TestServer } from "../../../harness/server/server.ts";
import { newUser, type TestUser } from "../../../harness/server/users.ts";
import type { RouteServer, WireBody } from "../../setup.ts";

export interface Destination {
  readonly id: string;
  readonly asset: string;
  readonly destination: string;
}

export interface Firm {
  readonly server: TestServer;
  /** An owner and a manager of all merchants. */
  readonly ada: TestUser;
  readonly bob: TestUser;
}

export const elsewhere = ({ caip2 }: Pick<RouteServer, "caip2">, last = "dEaD"): string =>
  `${caip2}:0x000000000000000000000000000000000000${last}`;

/** A user whose proof is stored directly: checking a password takes long on purpose. */
export async function newPerson(server: TestServer, options: Parameters<typeof newUser>[2]): Promise<TestUser> {
  const user = await newUser(server, server.apiKey, options);
  const confirm = async (): Promise<void> => {
    await server.sql("update console_sessions set confirmed_at = now() where user_id = $1", [user.id]);
  };
  return { ...user, confirm };
}

/** @param isRequired whether Ada has switched the requirement on */
export async function newFirm(shared: RouteServer, isRequired = true): Promise<Firm> {
  const server = asPartner(shared as TestServer, await shared.newOwner());
  const ada = await newPerson(server, { role: "owner", name: "Ada" });
  const bob = await newPerson(server, { role: "manager", name: "Bob" });
  if (isRequired) await require(ada, true);
  return { server, ada, bob };
}

export async function require(user: TestUser, isRequired: boolean) {
  await user.confirm();
  return user.call<WireBody & { readonly requestId: string | null; readonly isRequired: boolean }>({
    method: "PUT",
    path: "/second-person",
    body: { isRequired },
  });
}

export const destinationsOf = ({ sql, merchantId }: Pick<TestServer, "sql" | "merchantId">): Promise<Destination[]> =>
  sql<Destination>("select id, asset, destination from crypto_settlements where merchant_id = $1 order by asset", [
    merchantId,
  ]);

export async function ask(user: TestUser, merchantId: string, change: object) {
  await user.confirm();
  return user.call<WireBody & { readonly id: string }>({ path: "/change-requests", body: { merchantId, change } });
}

/** Asks to change the merchant's first destination. @returns the request's id */
export async function askToMove({ server, ada }: Firm, destination: string = elsewhere(server)): Promise<string> {
  const [first] = await destinationsOf(server);
  const { status, body } = await ask(ada, server.merchantId, { type: "change", settlementId: first?.id, destination });
  if (status !== 201) throw new Error(`not asked: ${JSON.stringify(body)}`);
  return body.id;
}

export async function decide(user: TestUser, id: string, decision: "approve" | "reject" | "withdraw") {
  if (decision === "approve") await user.confirm();
  return user.call<WireBody>({ path: `/change-requests/${id}/${decision}`, body: {} });
}

/** The status and the code of an error. */
export const outcomeOf = ({ status, body }: { readonly status: number; readonly body: WireBody }) =>
  status < 400 ? status : [status, body.code];

export async function openOf(user: TestUser): Promise<ChangeRequests> {
  const { body } = await user.call<ChangeRequests>({ path: "/change-requests" });
  return body;
}
