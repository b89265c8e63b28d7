// The forms of the page: where they are sent, and what they carry.
import { escaped } from "../html.ts";
import { returnParameters } from "./return-query.ts";
import type { CheckoutView } from "./view.ts";

export const PAGE_TOKEN_FIELD = "token";
export const ASSET_FIELD = "asset";

export const ADDRESS_FIELD = "address";
/** The value of the button that was pressed. */
export const STEP_FIELD = "step";

export const cancelPath = (paymentId: string): string => `/${paymentId}/cancel`;

export const depositPath = (paymentId: string): string => `/${paymentId}/deposit`;

export const claimPath = (paymentId: string): string => `/${paymentId}/refund-address`;

export const mailPath = (paymentId: string): string => `/${paymentId}/mail`;

/** The field with the address that a receipt goes to. */
export const EMAIL_FIELD = "email";

export const renderHiddenFields = ({ data, returnQuery }: CheckoutView): string =>
  [[PAGE_TOKEN_FIELD, data.pageToken], ["lang", data.language], ...returnParameters(returnQuery)]
    .map(([name, value = ""]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("\n");
