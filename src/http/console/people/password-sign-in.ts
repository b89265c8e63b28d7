// Signing in by address and password. Several partners may have a user with the address: the password says which.
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { AccountChoice, PasswordSignInBody } from "../../../contract/console/users.ts";
import { normalEmail } from "../../../merchant/user.ts";
import type { SessionHolder } from "../../../store/people/sessions.ts";
import type { UserOfEmail } from "../../../store/people/users-of-email.ts";
import { deviceOf } from "../../credentials/device-cookie.ts";
import type { EndpointHost } from "../../register-endpoint.ts";
import { networksOf } from "../../request/network-of.ts";
import { RequestError } from "../../request/request-error.ts";

/** At least one. @throws RequestError unauthorized */
export async function usersOfPassword(
  { services }: EndpointHost,
  request: FastifyRequest,
  { email, password, userId }: Static<typeof PasswordSignInBody>,
): Promise<readonly [UserOfEmail, ...UserOfEmail[]]> {
  const address = normalEmail(email);
  const users = (await services.users.findByEmail(address)).map((user) => ({
    ...user,
    device: deviceOf(request, services, user.id),
  }));
  const networks = networksOf(request.address);
  const right = await services.passwords.signIn({ email: address, password, networks, users });
  const [first, ...others] = right.filter(({ id }) => userId === undefined || id === userId);
  if (!first) throw new RequestError("unauthorized", { message: "Wrong email address or password" });
  return [first, ...others];
}

/** No session begins if the checked password has been replaced since. */
export const holderOf = ({ id, partnerId, password }: UserOfEmail): SessionHolder => ({
  type: "user",
  id,
  partnerId,
  password,
});

export const choiceOf = (users: readonly UserOfEmail[]): AccountChoice => ({
  accounts: users.map(({ id, role, partnerId, partnerName }) => ({
    userId: id,
    role,
    partner: { id: partnerId, name: partnerName },
  })),
});
