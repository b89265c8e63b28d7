// Users of a partner, who have accepted their invitation and are signed in.
import { randomBytes } from "node:crypto";
import type { InvitationCreated } from "../../src/contract/console-users.ts";
import type { UserRole } from "../../src/merchant/user.ts";
import { consoleCall, cookieOf, type SignedIn, signIn } from "./console.ts";

type Place = Parameters<typeof signIn>[0];

export const PASSWORD = "correct horse battery";

export interface TestUser extends SignedIn {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Proves who the user is, for one change. */
  confirm(): Promise<void>;
}

interface UserOptions {
  readonly role: UserRole;
  readonly merchantIds?: readonly string[];
  readonly name?: string;
}

/** The token of an invitation's link. */
export const tokenOf = ({ url }: Pick<InvitationCreated, "url">): string => new URL(url).hash.slice(1);

/** Invited with a key of the partner's. */
export async function invite(
  server: Place,
  apiKey: string,
  { role, merchantIds, name = "Ada Lovelace" }: UserOptions,
): Promise<InvitationCreated> {
  const owner = await signIn(server, apiKey);
  const body = { name, role, ...(merchantIds && { merchantIds }) };
  const answer = await owner.call<InvitationCreated>({ path: "/users", headers: { "api-key": apiKey }, body });
  if (answer.status !== 201) throw new Error(`not invited: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function newUser(server: Place, apiKey: string, options: UserOptions): Promise<TestUser> {
  const invitation = await invite(server, apiKey, options);
  const name = options.name ?? "Ada Lovelace";
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const body = { token: tokenOf(invitation), name, email, password: PASSWORD };
  const joined = await consoleCall(server, { path: "/join", body });
  if (joined.status !== 200) throw new Error(`not joined: ${JSON.stringify(joined.body)}`);
  const cookie = cookieOf(joined);
  const call: SignedIn["call"] = (request) =>
    consoleCall(server, { ...request, headers: { cookie, ...request.headers } });
  return {
    id: invitation.id,
    name,
    email,
    cookie,
    call,
    async confirm() {
      const { status, body: problem } = await call({ path: "/confirmation", body: { password: PASSWORD } });
      if (status !== 200) throw new Error(`not confirmed: ${JSON.stringify(problem)}`);
    },
  };
}
