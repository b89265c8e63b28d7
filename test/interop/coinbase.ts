// Coinbase's unmodified Node client, with types of what the test uses: it has none, and those on npm lack some.
import { createRequire } from "node:module";

export interface ShownCharge {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly metadata: object;
  readonly created_at: string;
  readonly expires_at: string;
  readonly confirmed_at?: string;
  readonly local_price: object;
  readonly payments: readonly object[];
  readonly timeline: readonly { readonly status: string; readonly context?: string }[];
  save(): Promise<ShownCharge>;
}

export interface ShownPage {
  readonly limit?: number;
  readonly order?: "asc" | "desc";
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

interface Pagination {
  readonly previous_uri: string | null;
  readonly next_uri: string | null;
}

interface Resource {
  new (): ShownCharge;
  create(data: object): Promise<ShownCharge>;
  retrieve(id: string): Promise<ShownCharge>;
  list(page: ShownPage): Promise<[ShownCharge[], Pagination]>;
  all(page: ShownPage): Promise<ShownCharge[]>;
}

export interface Client {
  setApiKey(key: string): void;
  setRequestTimeout(ms: number): void;
  postHttp(
    path: string,
    body: object,
    then: (error: unknown, answer: { readonly data: { readonly data: ShownCharge } }) => void,
  ): void;
}

const require = createRequire(import.meta.url);
export const coinbase = require("coinbase-commerce-node") as {
  readonly Client: { init(key: string, baseUrl: string): Client };
  readonly Webhook: {
    verifyEventBody(body: string, signature: string, secret: string): { type: string; data: ShownCharge };
    verifySigHeader(body: string, signature: string, secret: string): true;
  };
  readonly resources: Readonly<Record<"Charge" | "Checkout" | "Event", Resource>>;
  readonly errors: Readonly<
    Record<
      | "AuthenticationError"
      | "InvalidRequestError"
      | "ParamRequiredError"
      | "ResourceNotFoundError"
      | "SignatureVerificationError"
      | "ValidationError",
      new () => Error
    >
  >;
};
