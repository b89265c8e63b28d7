// The form on a payment's page that sends its receipt by mail, as a browser without script sends it.
import type { ApiAnswer } from "../harness/server/api.ts";
import type { RouteServer } from "../routes/setup.ts";

const NOBODY = { "api-key": null, "merchant-id": null };
type Place = Pick<RouteServer, "call">;

export const pageAt = async (server: Place, path: string): Promise<string> =>
  (await server.call<string>({ path, headers: NOBODY })).body;

/** @param of the payment whose page has the form */
export async function askByForm(
  server: Place,
  paymentId: string,
  address: string,
  { language = "en", of = paymentId } = {},
): Promise<ApiAnswer<string>> {
  const token = /name="token" value="([^"]+)"/.exec(await pageAt(server, `/${of}`))?.[1] ?? "";
  return server.call<string>({
    method: "POST",
    path: `/${paymentId}/mail`,
    headers: { ...NOBODY, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token, lang: language, email: address }).toString(),
  });
}
