// A browser that is signed in to the console, as the server sees it.
import type { ApiAnswer, ApiCall } from "./api.ts";

export const CONSOLE_API = "/console/api";

/** Sent by the console's own pages with every request that may change something. */
export const OWN_PAGE = { "turnpike-console": "1" } as const;

interface Place {
  readonly apiKey: string;
  call<Body>(request: ApiCall): Promise<ApiAnswer<Body>>;
}

/** No key and no merchant, so only the test's own headers identify the caller. */
const NOTHING = { "api-key": null, "merchant-id": null } as const;

export const consoleCall = <Body>(server: Place, request: ApiCall): Promise<ApiAnswer<Body>> =>
  server.call<Body>({
    ...request,
    path: CONSOLE_API + request.path,
    headers: { ...NOTHING, ...OWN_PAGE, ...request.headers },
  });

/** The response's cookie as a browser would send it. */
export function cookieOf({ headers }: ApiAnswer<unknown>): string {
  const [pair = ""] = (headers.get("set-cookie") ?? "").split(";");
  return pair;
}

export interface SignedIn {
  readonly cookie: string;
  /** A call under /console/api. */
  call<Body>(request: ApiCall): Promise<ApiAnswer<Body>>;
}

export async function signIn(server: Place, apiKey = server.apiKey): Promise<SignedIn> {
  const answer = await consoleCall(server, { path: "/session", body: { apiKey } });
  if (answer.status !== 200) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  const cookie = cookieOf(answer);
  return {
    cookie,
    call: (request) => consoleCall(server, { ...request, headers: { cookie, ...request.headers } }),
  };
}
