// Who may call which endpoint in the console. An endpoint without a row is for nobody; a test compares rows and routes.
import type { SessionRole } from "../../merchant/user.ts";

interface Permission {
  readonly roles: readonly SessionRole[];
  /** Also for users limited to some merchants: the endpoint restricts what it reads and changes to them. */
  readonly isLimitable: boolean;
}

const limitable = (...roles: readonly SessionRole[]): Permission => ({ roles, isLimitable: true });
const unlimited = (...roles: readonly SessionRole[]): Permission => ({ roles, isLimitable: false });

/** The role `partner` has an owner's rights, `read` those of a reader, and sees keys, webhooks and the audit log. */
const EVERYBODY = limitable("owner", "manager", "cashier", "reader", "partner", "read");
const SELLERS = limitable("owner", "manager", "cashier", "partner");
const READERS = limitable("owner", "manager", "reader", "partner", "read");
const READERS_OF_ALL = unlimited("owner", "manager", "reader", "partner", "read");
const MANAGERS = limitable("owner", "manager", "partner");
const MANAGERS_OF_ALL = unlimited("owner", "manager", "partner");
const AUDITORS = limitable("owner", "manager", "partner", "read");
const OWNERS = unlimited("owner", "partner");
const KEY_READERS = unlimited("owner", "partner", "read");
const WEBHOOK_READERS = unlimited("owner", "manager", "partner", "read");
/** A till as well, for its own sales. */
const EVERYBODY_AND_TILLS = limitable("owner", "manager", "cashier", "reader", "partner", "read", "till");
const SELLERS_AND_TILLS = limitable("owner", "manager", "cashier", "partner", "till");
/** Approvers of others' changes, who must be people. */
const APPROVERS = limitable("owner", "manager");
/** People with an account, which a key has not. */
const USERS = limitable("owner", "manager", "cashier", "reader");

/** By method and path; a mounted endpoint by that of the API. */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  "GET /console/api/session": EVERYBODY_AND_TILLS,
  "GET /console/api/sessions": EVERYBODY,
  "DELETE /console/api/sessions": EVERYBODY,
  "DELETE /console/api/sessions/:id": EVERYBODY,
  "POST /console/api/confirmation": USERS,
  "POST /console/api/confirmation/options": USERS,
  "POST /console/api/confirmation/passkey": USERS,
  "GET /console/api/account": USERS,
  "POST /console/api/account/passkeys/options": USERS,
  "POST /console/api/account/passkeys": USERS,
  "DELETE /console/api/account/passkeys/:id": USERS,
  "PUT /console/api/account/password": USERS,
  "GET /console/api/assets": EVERYBODY,
  "GET /console/api/changes": EVERYBODY,
  "GET /console/api/payments/:id": EVERYBODY,
  "GET /console/api/payments/:id/timeline": EVERYBODY,
  "GET /console/api/find": EVERYBODY,
  "GET /console/api/volume": READERS,
  "GET /console/api/payments.csv": READERS,
  "GET /console/api/audit": AUDITORS,
  "GET /console/api/branding": MANAGERS_OF_ALL,
  "PUT /console/api/branding": OWNERS,
  "GET /console/api/keys": KEY_READERS,
  "POST /console/api/keys": OWNERS,
  "DELETE /console/api/keys/:id": OWNERS,
  "GET /console/api/users": MANAGERS_OF_ALL,
  "POST /console/api/users": MANAGERS_OF_ALL,
  "PATCH /console/api/users/:id": MANAGERS_OF_ALL,
  "DELETE /console/api/users/:id": MANAGERS_OF_ALL,
  "POST /console/api/users/:id/invitation": MANAGERS_OF_ALL,
  "GET /console/api/users/:id/sessions": MANAGERS_OF_ALL,
  "DELETE /console/api/users/:id/sessions": MANAGERS_OF_ALL,
  "GET /console/api/change-requests": MANAGERS,
  "POST /console/api/change-requests": APPROVERS,
  "POST /console/api/change-requests/:id/approve": APPROVERS,
  "POST /console/api/change-requests/:id/reject": APPROVERS,
  "POST /console/api/change-requests/:id/withdraw": APPROVERS,
  "PUT /console/api/second-person": unlimited("owner"),
  "GET /console/api/tills": MANAGERS,
  "POST /console/api/tills": MANAGERS,
  "POST /console/api/tills/:id/pairing": MANAGERS,
  "DELETE /console/api/tills/:id": MANAGERS,

  "POST /v1/merchants": MANAGERS_OF_ALL,
  "GET /v1/merchants": EVERYBODY_AND_TILLS,
  "GET /v1/merchants/:merchantId": EVERYBODY,
  "PATCH /v1/merchants/:merchantId": MANAGERS,
  "DELETE /v1/merchants/:merchantId": MANAGERS_OF_ALL,
  "GET /v1/merchants/:merchantId/settlements": EVERYBODY,
  "POST /v1/merchants/:merchantId/settlements/crypto": MANAGERS,
  "PUT /v1/merchants/:merchantId/settlements/crypto/:id": MANAGERS,
  "DELETE /v1/merchants/:merchantId/settlements/crypto/:id": MANAGERS,

  "POST /v1/payments": SELLERS_AND_TILLS,
  "GET /v1/payments": EVERYBODY_AND_TILLS,
  "GET /v1/merchants/payments": EVERYBODY,
  "GET /v1/merchants/:merchantId/payments": EVERYBODY,
  "GET /v1/payments/:id": EVERYBODY,
  "GET /v1/payments/:id/status": EVERYBODY_AND_TILLS,
  "POST /v1/payments/:id/cancel": SELLERS_AND_TILLS,
  "POST /v1/refunds": MANAGERS,
  "POST /v1/merchant/payment": SELLERS,
  "GET /v1/merchant/payment/:id": EVERYBODY,
  "GET /v1/merchant/payment/:id/status": EVERYBODY,

  "POST /v1/payment-links": MANAGERS_OF_ALL,
  "GET /v1/payment-links": READERS_OF_ALL,
  "GET /v1/payment-links/:id": READERS_OF_ALL,
  "PATCH /v1/payment-links/:id": MANAGERS_OF_ALL,
  "DELETE /v1/payment-links/:id": MANAGERS_OF_ALL,

  "GET /v1/exceptions": EVERYBODY,
  "GET /v1/events": READERS_OF_ALL,
  "GET /v1/events/:id": READERS_OF_ALL,
  "POST /v1/webhook-endpoints": OWNERS,
  "GET /v1/webhook-endpoints": WEBHOOK_READERS,
  "GET /v1/webhook-endpoints/:id": WEBHOOK_READERS,
  "PATCH /v1/webhook-endpoints/:id": OWNERS,
  "DELETE /v1/webhook-endpoints/:id": OWNERS,
  "POST /v1/webhook-endpoints/:id/rotate-secret": OWNERS,
  "POST /v1/webhook-endpoints/:id/test": MANAGERS_OF_ALL,
  "GET /v1/webhook-endpoints/:id/deliveries": WEBHOOK_READERS,
  "POST /v1/webhook-endpoints/:id/replay": MANAGERS_OF_ALL,
  "GET /v1/webhook-deliveries/:id": WEBHOOK_READERS,
  "POST /v1/webhook-deliveries/:id/retry": MANAGERS_OF_ALL,
};

/** Whether a session may call an endpoint. @param isLimited whether its user is limited to some merchants */
export function mayCall(
  { method, path }: { readonly method: string; readonly path: string },
  { role, isLimited }: { readonly role: SessionRole; readonly isLimited: boolean },
): boolean {
  const permission = PERMISSIONS[`${method} ${path}`];
  if (!permission?.roles.includes(role)) return false;
  return permission.isLimitable || !isLimited;
}
