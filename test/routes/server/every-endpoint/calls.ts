// A call to each endpoint that passes its pipeline, as the starting point of the pipeline's tests.
import type { DocumentedEndpoint, Endpoint } from "../../../../src/http/endpoint.ts";
import { ENDPOINTS } from "../../../../src/http/endpoints.ts";
import type { ApiCall } from "../../../harness/server/api.ts";
import type { RouteServer } from "../../setup.ts";

export const named = (endpoints: readonly DocumentedEndpoint[]): [name: string, endpoint: DocumentedEndpoint][] =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

export const EVERY = named(ENDPOINTS);
export const OF_GATEWAY = named(ENDPOINTS.filter(({ caller }) => caller === "wallet"));
export const OF_PARTNER = named(ENDPOINTS.filter(({ caller }) => caller === "partner"));
export const WITH_BODY = named(ENDPOINTS.filter(({ body }) => body !== undefined));

/** @param id replaces each id in the path */
export const pathOf = ({ path }: Endpoint, id = "pay_unknown"): string => path.replace(/:\w+/g, encodeURIComponent(id));

/** A call with the partner's key and merchant, and an empty object as body where one is allowed. */
export const callTo = (endpoint: Endpoint, headers: ApiCall["headers"] = {}, id?: string): ApiCall => ({
  method: endpoint.method,
  path: pathOf(endpoint, id),
  headers: { "idempotency-key": "k", ...headers },
  ...(endpoint.body && { body: {} }),
});

/** A valid body: the endpoint's first example; undefined where it takes none. */
export const rightBody = ({ examples: { requests = {} } }: DocumentedEndpoint): unknown => Object.values(requests)[0];

/** Error codes (none: a list's success) that show the endpoint itself responded, beyond the pipeline. */
export const LET_THROUGH: readonly (string | undefined)[] = [
  undefined,
  "params_validation",
  "payment_not_found",
  "not_found",
  "merchant_not_found",
];

/** The state that no refused call may change. */
export async function everythingIn(server: RouteServer): Promise<unknown> {
  return server.sql(
    `select (select count(*) from payments where partner_id = $1) as payments,
            (select count(*) from merchants where partner_id = $1) as merchants,
            (select count(*) from crypto_settlements where partner_id = $1) as settlements,
            (select count(*) from idempotent_answers where partner_id = $1) as answers,
            (select count(*) from confirmations where partner_id = $1) as confirmations,
            (select count(*) from payment_events where partner_id = $1) as events`,
    [server.partnerId],
  );
}
