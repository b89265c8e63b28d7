// One server for all tests of a file, and the type of its responses.
import type { Static } from "typebox";
import { afterAll, beforeAll } from "vitest";
import type { PartnerError } from "../../src/contract/errors.ts";
import type { FetchedActions, Options, PaymentInfo } from "../../src/contract/gateway/gateway.ts";
import type { MerchantProfile, SettlementsCreated } from "../../src/contract/merchants/merchants.ts";
import type {
  Cancellation,
  PaymentCreated,
  PaymentDetails,
  StatusResult,
} from "../../src/contract/payments/payments.ts";
import { newApiKey } from "../../src/merchant/api-key.ts";
import { isOfMerchant, type Role } from "../../src/merchant/partner.ts";
import type { ApiAnswer, ApiCall } from "../harness/server/api.ts";
import { type ServerOptions, startServer, type TestServer } from "../harness/server/server.ts";
import { type SharedRole, sharedServer } from "../harness/server/shared-server.ts";

/** Every field of any response; each test asserts the ones it expects. */
type AnyField<Bodies> = Omit<Bodies, "info" | "options" | "merchant"> & {
  readonly info: Partial<NonNullable<Static<typeof StatusResult>["info"]> & NonNullable<Static<typeof PaymentInfo>>>;
  readonly options: NonNullable<Static<typeof Options>["options"]>;
  readonly merchant: Static<typeof MerchantProfile>["merchant"];
};

export type WireBody = AnyField<
  Omit<Required<Static<typeof PartnerError>>, "status"> &
    Static<typeof FetchedActions> &
    Static<typeof Options> &
    Static<typeof PaymentInfo> &
    Static<typeof SettlementsCreated> &
    Omit<Static<typeof Cancellation>, "status"> &
    Static<typeof PaymentCreated> &
    Static<typeof PaymentDetails> &
    Static<typeof StatusResult>
>;

export interface RouteServer extends Omit<TestServer, "call"> {
  call<Body = WireBody>(request: ApiCall): Promise<ApiAnswer<Body>>;
}

/** Starts a server for the file's tests. Use the result inside tests only. */
export const serverForFile = (options?: ServerOptions): (() => RouteServer) => forFile(() => startServer(options));

/** The server that the files of a worker share. Use the result inside tests only. */
export const sharedServerForFile = (role?: SharedRole): (() => RouteServer) => forFile(() => sharedServer(role));

function forFile(start: () => Promise<TestServer>): () => RouteServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());
  return () => {
    if (!server) throw new Error("the server is there inside tests only");
    return server;
  };
}

/** The number of the partner's rows in a table, to prove that nothing was written. */
export async function rowsOf({ sql, partnerId }: RouteServer, table: string): Promise<number> {
  const text = `select count(*)::int as count from ${table} where partner_id = $1`;
  const [row] = await sql<{ count: number }>(text, [partnerId]);
  return row?.count ?? Number.NaN;
}

/** The names of the fields that an error reports. */
export const fieldsOf = (body: WireBody): string[] => body.issues.map(({ field }) => field).sort();

/** An error without its request id. */
export async function errorOf(
  answer: Promise<ApiAnswer<WireBody>>,
): Promise<{ status: number; code: string; message: string }> {
  const { status, body } = await answer;
  return { status, code: body.code, message: body.message };
}

/** Another key of the server's partner; a point of sale's is for its merchant. */
export async function createKeyFor({ store, partnerId, merchantId }: RouteServer, role: Role): Promise<string> {
  const { apiKey, hash, prefix } = newApiKey(role, partnerId);
  await store.keys.insert({ partnerId, role, ...(isOfMerchant(role) && { merchantId }), hash, prefix });
  return apiKey;
}
