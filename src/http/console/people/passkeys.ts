// Passkeys (WebAuthn Level 2): registering them, and checking their signatures. The authenticator verifies its user, so
// a passkey alone is two factors.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyStore, StoredPasskey } from "../../../store/people/passkeys.ts";
import { CHALLENGE_LIFE_MS, challengeMadeAt, newChallenge } from "../../credentials/challenge.ts";
import type { Services } from "../../services.ts";

type Ports = Pick<Services, "challengeKeys" | "nowMs">;

/** Loaded on first use: its modules take 20 MB, and most processes see no passkey. */
const library = () => import("@simplewebauthn/server");

/** The relying party: this installation at its public address. */
const partyOf = (publicUrl: string): { readonly rpID: string; readonly origin: string } => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
};

/** Accepts any passkey of this installation. @param purpose is bound into the signature */
export const signatureOptions = async ({ challengeKeys, nowMs }: Ports, publicUrl: string, purpose: string) =>
  (await library()).generateAuthenticationOptions({
    rpID: partyOf(publicUrl).rpID,
    challenge: Uint8Array.from(newChallenge(challengeKeys, purpose, nowMs())),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: "required",
  });

interface Person {
  readonly id: string;
  /** By which the person selects the passkey: users of several partners can have the same address. */
  readonly account: string;
  readonly name: string;
}

const purposeOfAdding = (userId: string): string => `add a passkey to ${userId}`;

/** @param known credentials of the user, which an authenticator must not register twice */
export const registrationOptions = async (
  { challengeKeys, nowMs }: Ports,
  publicUrl: string,
  { id, account, name }: Person,
  known: readonly { readonly credentialId: string }[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: "Turnpike",
    rpID: partyOf(publicUrl).rpID,
    userID: Uint8Array.from(Buffer.from(id)),
    userName: account,
    userDisplayName: name,
    challenge: Uint8Array.from(newChallenge(challengeKeys, purposeOfAdding(id), nowMs())),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });

/** The new credential; null if the response is not valid for this user. */
export async function checkRegistration(
  { challengeKeys, nowMs }: Ports,
  publicUrl: string,
  userId: string,
  response: unknown,
): Promise<Pick<StoredPasskey, "credentialId" | "publicKey" | "counter" | "transports"> | null> {
  const { rpID, origin } = partyOf(publicUrl);
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (text) => challengeMadeAt(challengeKeys, purposeOfAdding(userId), text, nowMs()) !== null,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null); // the library throws on every invalid response
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  if (id !== (response as RegistrationResponseJSON).id) return null; // the length of that one is checked
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports: [...transports] };
}

/** The passkey that signed; null if the signature is invalid, for another purpose, or was used before. */
export async function checkSignature(
  ports: Ports & { readonly passkeys: Pick<PasskeyStore, "find" | "recordUse"> },
  publicUrl: string,
  purpose: string,
  response: { readonly id: string },
): Promise<StoredPasskey | null> {
  const passkey = await ports.passkeys.find(response.id);
  if (!passkey) return null;
  const { rpID, origin } = partyOf(publicUrl);
  const { verifyAuthenticationResponse } = await library();
  let madeAt: Date | null = null;
  const checked = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge(text) {
      madeAt = challengeMadeAt(ports.challengeKeys, purpose, text, ports.nowMs());
      return madeAt !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null); // the library throws on every invalid response
  if (!checked?.verified || madeAt === null) return null;
  return (await ports.passkeys.recordUse(passkey, checked.authenticationInfo.newCounter, madeAt)) ? passkey : null;
}
