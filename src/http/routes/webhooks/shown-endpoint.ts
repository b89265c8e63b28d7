// A webhook endpoint as its reader may see it.
import { endpointToWire, withoutPath } from "../../../contract/webhooks/events.ts";
import type { WebhookEndpoint } from "../../../events/endpoint.ts";
import { OWNERS } from "../../console-permissions.ts";
import type { KeyCaller } from "../../request/caller.ts";

/** Whether the caller may create and change endpoints. */
const manages = ({ role, session }: KeyCaller): boolean =>
  session ? OWNERS.roles.includes(session.role) : role === "partner";

export const endpointShown = (endpoint: WebhookEndpoint, caller: KeyCaller) =>
  endpointToWire(manages(caller) ? endpoint : withoutPath(endpoint));
