// Tills: pairing, listing and revoking them. The key is empty for a user, who has confirmed by other means.
import { segment } from "../../../client/call.ts";
import type { PairingCreated, Tills } from "../../../contract/console/tills.ts";
import { request, requestOnceWithKey } from "./connection.ts";
import type { Session } from "./session.ts";

export type TillEntry = Tills["tills"][number];
export type Pairing = PairingCreated;

const PATH = "/tills";

export const listTills = (signal?: AbortSignal) => request<Tills>({ method: "GET", path: PATH, signal });

export const createTill = (apiKey: string, body: { readonly name: string; readonly merchantId: string }) =>
  requestOnceWithKey(apiKey)<Pairing>({ method: "POST", path: PATH, body });

export const pairAgain = (apiKey: string, id: string) =>
  requestOnceWithKey(apiKey)<Pairing>({ method: "POST", path: `${PATH}/${segment(id)}/pairing`, body: {} });

export const revokeTill = (id: string) =>
  request<{ readonly revoked: true }>({ method: "DELETE", path: `${PATH}/${segment(id)}` });

/** Pairs this device. */
export const pairDevice = (code: string) => request<Session>({ method: "POST", path: "/pair", body: { code } });
