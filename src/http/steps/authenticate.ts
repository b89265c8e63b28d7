// Identifies the caller. Partners send an API key, or in the console a session; wallets send a key or their registered
// app id; the checkout page sends its token in place of a key.
import { isDeepStrictEqual } from "node:util";
import type { FastifyRequest } from "fastify";
import { DEFAULT_VERSION, isPublished } from "../../contract/versions.ts";
import { isAllowedAddress } from "../../merchant/allowed-addresses.ts";
import { hashApiKey } from "../../merchant/api-key.ts";
import { isLivemode, testTwinOf } from "../../merchant/mode.ts";
import type { Role } from "../../merchant/partner.ts";
import type { SessionRole } from "../../merchant/user.ts";
import { isPageToken, openPageToken } from "../../payment/lists/page-token.ts";
import type { LiveKey } from "../../store/people/keys.ts";
import type { LiveSession } from "../../store/people/sessions.ts";
import { type Exchange, lookUp } from "../exchange.ts";
import { type AppCaller, callerOfPage, type KeyCaller, type PageCaller } from "../request/caller.ts";
import { headerOf } from "../request/header.ts";
import { RequestError } from "../request/request-error.ts";
import { asksForTestMode, renewsSession, sessionHashOf } from "../request/session-cookie.ts";

export async function authenticatePartner(exchange: Exchange): Promise<void> {
  const apiKey = apiKeyOf(exchange);
  if (apiKey === null) {
    const message = "Send the header X-CC-Api-Key";
    throw new RequestError("missing_api_key", exchange.endpoint.commerceKey ? { message } : {});
  }
  exchange.caller = await keyCaller(exchange, apiKey);
}

/** Only the session cookie identifies the caller; an Api-Key header is ignored here. */
export async function authenticateSession(exchange: Exchange): Promise<void> {
  const { request, services, settings, endpoint } = exchange;
  const hash = sessionHashOf(request, settings);
  const renews = !endpoint.isBackground && renewsSession(request);
  const inTestMode = !endpoint.isOfPerson && asksForTestMode(request);
  const caller =
    hash &&
    (await lookUp(exchange, `session ${hash.toString("base64")}${inTestMode ? " in test mode" : ""}`, async () => {
      const session = await services.sessions.find(hash, { renews });
      if (!session) return null;
      return sessionCaller(hash, inTestMode ? ofTestMode(session) : session, request);
    }));
  if (!caller) throw new RequestError("unauthorized", { message: "Not signed in: sign in first" });
  refuseOtherAddresses(caller, request.address);
  exchange.caller = caller;
}

/** A user acts in both modes; keys and tills belong to one. */
export const ofTestMode = (session: LiveSession): LiveSession =>
  session.user && isLivemode(session.partnerId) ? { ...session, partnerId: testTwinOf(session.partnerId) } : session;

/** With a key and an app id, both must be valid, and the key is the caller. */
export async function authenticateWallet(exchange: Exchange): Promise<void> {
  const { request } = exchange;
  const apiKey = apiKeyOf(exchange);
  const appId = headerOf(request, "app-id");
  const clientId = headerOf(request, "client-id");
  if (apiKey === null && appId === null) {
    throw new RequestError(clientId === null ? "missing_auth_headers" : "missing_app_id");
  }
  const key = apiKey === null ? null : await keyOrPage(exchange, apiKey);
  const app = appId === null ? null : await appCaller(exchange, appId, clientId);
  exchange.caller = key && app ? { ...key, walletName: app.walletName } : (key ?? app);
}

/**
 * Whether the key, app or session of a request that was held is still valid, with the same rights. A page's token is
 * for one payment and cannot be revoked.
 */
export async function isStillLive({ services, settings, request, caller, endpoint }: Exchange): Promise<boolean> {
  if (caller?.type === "app") return (await services.keys.findLiveApp(caller.appId)) !== null;
  if (caller?.type !== "key") return true;
  if (caller.session) {
    const hash = sessionHashOf(request, settings);
    const now = hash && (await services.sessions.find(hash, { renews: false }));
    return now?.role === caller.session.role && isDeepStrictEqual(now.merchantIds, caller.merchantIds);
  }
  const hash = hashApiKey(apiKeyOf({ request, endpoint }) ?? "");
  return hash !== null && (await services.keys.findLive(hash)) !== null;
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/**
 * The key in Api-Key, in a bearer Authorization (RFC 6750 §2.1) or, if the endpoint allows it, in X-Api-Key or
 * X-CC-Api-Key; null if none was sent.
 */
function apiKeyOf({ request, endpoint }: Pick<Exchange, "request" | "endpoint">): string | null {
  const sent = [
    headerOf(request, "api-key"),
    BEARER.exec(headerOf(request, "authorization") ?? "")?.[1] ?? null,
    endpoint.legacyKey ? headerOf(request, "x-api-key") : null,
    endpoint.commerceKey ? headerOf(request, "x-cc-api-key") : null,
  ].filter((key) => key !== null);
  const [apiKey = null] = sent;
  if (sent.some((key) => key !== apiKey)) throw new RequestError("conflicting_auth_headers");
  return apiKey;
}

async function keyCaller(exchange: Exchange, apiKey: string): Promise<KeyCaller> {
  const { services, request } = exchange;
  const hash = hashApiKey(apiKey);
  const caller =
    hash &&
    (await lookUp(exchange, `key ${hash.toString("base64")}`, async () => {
      const key = await services.keys.findLive(hash);
      return key && callerOf(key, request);
    }));
  if (!caller) throw new RequestError("invalid_api_key");
  refuseOtherAddresses(caller, request.address);
  return caller;
}

/** @param address the caller's */
export function refuseOtherAddresses(
  { allowedAddresses }: Pick<LiveKey, "allowedAddresses">,
  address: string | null,
): void {
  if (isAllowedAddress(allowedAddresses, address)) return;
  throw new RequestError("forbidden", {
    message: `This key may not be used from ${address === null ? "an unknown address" : `the address ${address}`}`,
  });
}

const callerOf = (
  { keyId, partnerId, role, merchantId, version, fees, allowedAddresses, expiresInMs }: LiveKey,
  request: FastifyRequest,
): KeyCaller => ({
  type: "key",
  keyId,
  partnerId,
  role,
  merchantIds: merchantId === null ? null : [merchantId],
  creatorId: role === "pos" ? keyId : null,
  referencePrefix: null,
  address: request.address,
  version: isPublished(version) ? version : DEFAULT_VERSION,
  fees,
  allowedAddresses,
  liveMs: expiresInMs,
  walletName: "",
  session: null,
});

/** A session's role in terms of keys, for the limits that they share. */
const KEY_ROLES = {
  owner: "partner",
  manager: "partner",
  cashier: "partner",
  reader: "read",
  partner: "partner",
  read: "read",
  till: "pos",
} as const satisfies Record<SessionRole, Role>;

function sessionCaller(hash: Buffer, session: LiveSession, request: FastifyRequest): KeyCaller {
  const { id, partnerName, key, user, till, role, merchantIds, expiresAt } = session;
  const keyId = key?.id ?? user?.id ?? till?.id ?? "";
  return {
    ...callerOf({ ...session, keyId, role: KEY_ROLES[role], merchantId: null }, request),
    merchantIds,
    creatorId: till?.id ?? null,
    referencePrefix: till && `${till.code}-`,
    session: { id, hash, partnerName, key, user, till, role, expiresAt },
  };
}

const keyOrPage = async (exchange: Exchange, apiKey: string): Promise<KeyCaller | PageCaller> =>
  isPageToken(apiKey) ? pageCaller(exchange.services, apiKey) : keyCaller(exchange, apiKey);

function pageCaller({ pageKeys, nowS }: Exchange["services"], token: string): PageCaller {
  const page = openPageToken(pageKeys, token, nowS());
  if (!page)
    throw new RequestError("invalid_api_key", { message: "The page's token is no longer valid: reload the page" });
  return callerOfPage(page.paymentId);
}

/** Registered app ids are at most this long. */
const APP_ID_LENGTH_MAX = 128;

async function appCaller(exchange: Exchange, appId: string, clientId: string | null): Promise<AppCaller> {
  if (clientId === null) throw new RequestError("missing_client_id");
  if (appId.length > APP_ID_LENGTH_MAX) throw new RequestError("invalid_app_id");
  const caller = await lookUp(exchange, `app ${appId}`, async (): Promise<AppCaller | null> => {
    const app = await exchange.services.keys.findLiveApp(appId);
    return app && { type: "app", appId: app.id, version: DEFAULT_VERSION, walletName: app.name };
  });
  if (!caller) throw new RequestError("invalid_app_id");
  return caller;
}
