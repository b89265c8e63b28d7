// Sends the receipt by mail to the buyer who asks for it. It is a form that needs no script.
import { ADDRESS_LENGTH_MAX } from "../../mail/address.ts";
import { escaped } from "../html.ts";
import { EMAIL_FIELD, mailPath, renderHiddenFields } from "./form.ts";
import type { CheckoutView } from "./view.ts";

/** Names the parameter by which the page says that the receipt is on its way. */
export const MAILED_PARAMETER = "mailed";

/** ID of the form's field, and of what the page says instead once the receipt is on its way. */
export const MAIL_PLACE = "mail";

export function renderMailForm(view: CheckoutView): string {
  if (!view.mail) return "";
  const texts = view.texts.mail;
  const { typed, fault, isAsked } = view.mail;
  if (isAsked) return `<p class="note" id="${MAIL_PLACE}" role="status">${escaped(texts.asked)}</p>`;
  const error = fault === null ? "" : `<p class="error" id="mail-error">${escaped(texts.wrong[fault])}</p>`;
  const state = fault === null ? "" : ' aria-invalid="true" autofocus';
  return `<form class="claim mail" method="post" action="${mailPath(view.payment.id)}" novalidate>
${renderHiddenFields(view)}
<label for="${MAIL_PLACE}">${escaped(texts.label)}</label>
<p class="quiet" id="mail-hint">${escaped(texts.hint)}</p>
<input id="${MAIL_PLACE}" name="${EMAIL_FIELD}" value="${escaped(typed)}" maxlength="${ADDRESS_LENGTH_MAX}" dir="ltr" type="email"
 autocomplete="email" required aria-describedby="mail-hint${fault === null ? "" : " mail-error"}"${state}>
${error}
<button class="button plain">${escaped(texts.send)}</button>
</form>`;
}
