// Passkeys: the browser asks the user's device, and the server checks what it signed.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { segment } from "../../../client/call.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";
import type { Session } from "./session.ts";

/** Passkeys belong to a domain: a page at an IP address can't use them (WebAuthn Level 3, §5.1.3). */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && !IP_ADDRESS.test(location.hostname);

/** An address in the browser's notation: four decimal numbers, or IPv6 in brackets. */
const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;

async function sign<Answer>(path: string, optionsPath: string): Promise<Answer> {
  const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>({
    method: "POST",
    path: optionsPath,
    body: {},
  });
  return request<Answer>({ method: "POST", path, body: await startAuthentication({ optionsJSON }) });
}

export const signInWithPasskey = (): Promise<Session> => sign<Session>("/passkey", "/passkey/options");

export const confirmByPasskey = (): Promise<unknown> => sign("/confirmation/passkey", "/confirmation/options");

/** The user must have confirmed just before. */
export async function addPasskey(name: string): Promise<unknown> {
  const path = "/account/passkeys";
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>({
    method: "POST",
    path: `${path}/options`,
    body: {},
  });
  const response = await startRegistration({ optionsJSON });
  return requestOnceWithKey("")({ method: "POST", path, body: { name, response } });
}

export const removePasskey = (id: string): Promise<unknown> =>
  requestWithKey("")({ method: "DELETE", path: `/account/passkeys/${segment(id)}` });

/** Whether the user dismissed the browser's dialog, or the device has no fitting passkey. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
