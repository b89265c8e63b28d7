// Identifies the caller. Partners send an API key, or in the console the session that represents one; wallets send a
// key or their registered app id; the checkout page sends its token in place of a key.
import { DEFAULT_VERSION, isPublished } from "../../contract/versions.ts";
import { hashApiKey } from "../../merchant/api-key.ts";
import { isPageToken, openPageToken } from "../../payment/page-token.ts";
import type { LiveKey } from "../../store/keys.ts";
import type { AppCaller, KeyCaller, PageCaller } from "../caller.ts";
import { type Exchange, headerOf } from "../exchange.ts";
import { RequestError } from "../request-error.ts";
import type { Services } from "../services.ts";
import { renewsSession, sessionHashOf } from "../session-cookie.ts";

export async function authenticatePartner(exchange: Exchange): Promise<void> {
  const apiKey = apiKeyOf(exchange);
  if (apiKey === null) throw new RequestError("missing_api_key");
  exchange.caller = await keyCaller(exchange.services.keys, apiKey);
}

/** Only the session cookie identifies the caller; an Api-Key header is ignored here. */
export async function authenticateSession(exchange: Exchange): Promise<void> {
  const { request, services, settings, endpoint } = exchange;
  const hash = sessionHashOf(request, settings);
  const session =
    hash && (await services.sessions.find(hash, { renews: !endpoint.isBackground && renewsSession(request) }));
  if (!session) throw new RequestError("unauthorized", { message: "Not signed in: sign in with an API key" });
  const { partnerName, keyPrefix, expiresAt } = session;
  exchange.caller = { ...callerOf(session), session: { hash, partnerName, keyPrefix, expiresAt } };
}

/** With a key and an app id, both must be valid, and the key is the caller. */
export async function authenticateWallet(exchange: Exchange): Promise<void> {
  const { services, request } = exchange;
  const apiKey = apiKeyOf(exchange);
  const appId = headerOf(request, "app-id");
  const clientId = headerOf(request, "client-id");
  if (apiKey === null && appId === null) {
    throw new RequestError(clientId === null ? "missing_auth_headers" : "missing_app_id");
  }
  const key = apiKey === null ? null : await keyOrPage(services, apiKey);
  const app = appId === null ? null : await appCaller(services.keys, appId, clientId);
  exchange.caller = key && app ? { ...key, walletName: app.walletName } : (key ?? app);
}

const BEARER = /^Bearer +([^ ]+) *$/i;

/**
 * The key in Api-Key, in a bearer Authorization (RFC 6750 §2.1) or, if the endpoint allows it, in X-Api-Key; null if
 * none was sent.
 */
function apiKeyOf({ request, endpoint }: Exchange): string | null {
  const sent = [
    headerOf(request, "api-key"),
    BEARER.exec(headerOf(request, "authorization") ?? "")?.[1] ?? null,
    endpoint.legacyKey ? headerOf(request, "x-api-key") : null,
  ].filter((key) => key !== null);
  const [apiKey = null] = sent;
  if (sent.some((key) => key !== apiKey)) throw new RequestError("conflicting_auth_headers");
  return apiKey;
}

async function keyCaller(keys: Services["keys"], apiKey: string): Promise<KeyCaller> {
  const hash = hashApiKey(apiKey);
  const key = hash && (await keys.findLive(hash));
  if (!key) throw new RequestError("invalid_api_key");
  return callerOf(key);
}

const callerOf = ({ keyId, partnerId, role, version, fees }: LiveKey): KeyCaller => ({
  type: "key",
  keyId,
  partnerId,
  role,
  version: isPublished(version) ? version : DEFAULT_VERSION,
  fees,
  walletName: "",
  session: null,
});

const keyOrPage = async (services: Exchange["services"], apiKey: string): Promise<KeyCaller | PageCaller> =>
  isPageToken(apiKey) ? pageCaller(services, apiKey) : keyCaller(services.keys, apiKey);

function pageCaller({ pageKeys, nowS }: Exchange["services"], token: string): PageCaller {
  const page = openPageToken(pageKeys, token, nowS());
  if (!page)
    throw new RequestError("invalid_api_key", { message: "The page's token is no longer valid: reload the page" });
  return { type: "page", paymentId: page.paymentId, version: DEFAULT_VERSION, walletName: "" };
}

/** No longer app id can be registered. */
const APP_ID_LENGTH_MAX = 128;

async function appCaller(keys: Services["keys"], appId: string, clientId: string | null): Promise<AppCaller> {
  if (clientId === null) throw new RequestError("missing_client_id");
  const app = appId.length <= APP_ID_LENGTH_MAX ? await keys.findLiveApp(appId) : null;
  if (!app) throw new RequestError("invalid_app_id");
  return { type: "app", appId: app.id, version: DEFAULT_VERSION, walletName: app.name };
}
