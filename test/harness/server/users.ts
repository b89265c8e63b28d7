// Users of a partner, who have accepted their invitation and are signed in.
import { randomBytes, scryptSync } from "node:crypto";
import type { InvitationCreated } from "../../../src/contract/console/users.ts";
import { hashInvitation, type UserRole } from "../../../src/merchant/user.ts";
import { consoleCall, cookieOf, type SignedIn, signIn } from "./console.ts";
import type { TestServer } from "./server.ts";

type Place = Parameters<typeof signIn>[0];

export const PASSWORD = "correct horse battery";

/** Has a cost that the service never uses, so that tests with many users take seconds less. */
const cheaplyHashed = (password: string): string => {
  const hash = scryptSync(password, "salt", 32, { N: 2 ** 4, r: 1, p: 1 });
  return `$scrypt$ln=4,r=1,p=1$c2FsdA$${hash.toString("base64").replace("=", "")}`;
};

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
  /** Unique by default. */
  readonly email?: string;
  /** PASSWORD by default. */
  readonly password?: string;
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

export async function newUser(
  server: Place & Pick<TestServer, "store">,
  apiKey: string,
  options: UserOptions,
): Promise<TestUser> {
  const invitation = await invite(server, apiKey, options);
  const name = options.name ?? "Ada Lovelace";
  const { email = `${randomBytes(6).toString("hex")}@example.com`, password = PASSWORD } = options;
  const hash = hashInvitation(tokenOf(invitation));
  if (!hash) throw new Error("the invitation's link has no token");
  await server.store.users.join(hash, { name, email, password: cheaplyHashed(password) }, "127.0.0.1");
  const body = { email, password, userId: invitation.id };
  const signedIn = await consoleCall(server, { path: "/sign-in", body });
  if (signedIn.status !== 200) throw new Error(`not signed in: ${JSON.stringify(signedIn.body)}`);
  const cookie = cookieOf(signedIn);
  const call: SignedIn["call"] = (request) =>
    consoleCall(server, { ...request, headers: { cookie, ...request.headers } });
  return {
    id: invitation.id,
    name,
    email,
    cookie,
    call,
    async confirm() {
      const { status, body: problem } = await call({ path: "/confirmation", body: { password } });
      if (status !== 200) throw new Error(`not confirmed: ${JSON.stringify(problem)}`);
    },
  };
}
