// The form of a paid payment's page that sends the receipt by mail.
import { ADDRESS_LENGTH_MAX, mailAddress } from "../../../../mail/address.ts";
import { typedCode } from "../../../../money/typed-text.ts";
import { askForReceipt } from "../../../../operations/mail/ask-for-receipt.ts";
import { EMAIL_FIELD, mailPath } from "../../../../pages/checkout/form.ts";
import { MAIL_PLACE, MAILED_PARAMETER } from "../../../../pages/checkout/mail.ts";
import type { MailForm } from "../../../../pages/checkout/view.ts";
import { chooseLanguage } from "../../../../pages/messages/choose.ts";
import type { PublicRoute } from "../../../public-route.ts";
import { RequestError } from "../../../request/request-error.ts";
import { backToPage, formIn, type Host, ID, idIn, SEE_OTHER, showPage } from "../checkout.ts";
import { isReceiptMailed } from "../receipt-view.ts";

/** Somebody loads the address of the form, which is a page only while it is being filled in. */
export const mailFormAgain: PublicRoute = {
  method: "GET",
  path: mailPath(ID),
  handle: async (_, request, reply) => reply.redirect(`/${encodeURIComponent(idIn(request))}`, SEE_OTHER),
};

const BAD_REQUEST = 400;

export const mailReceipt: PublicRoute = {
  method: "POST",
  path: mailPath(ID),
  async handle(host, request, reply) {
    const { paymentId, form, isOwn } = formIn(host, request);
    const chosen = chooseLanguage(form.get("lang") ?? undefined, request.headers["accept-language"]);
    const admit = () => host.limiter.admitMail(request);
    // Another site cannot have the address that it chose shown as if it had been typed here.
    const given = isOwn ? (form.get(EMAIL_FIELD) ?? "") : null;
    const entry = await ask(host, paymentId, given, chosen.language, admit);
    if (!entry?.fault) {
      const mailed: [string, string][] = entry ? [[MAILED_PARAMETER, "1"]] : [];
      return backToPage(paymentId, form, request, reply, mailed, entry ? MAIL_PLACE : "");
    }
    reply.code(BAD_REQUEST);
    return showPage(host, paymentId, { chosen, query: Object.fromEntries(form), mail: entry }, reply);
  },
};

/**
 * @param given null: the page's token has ended
 * @returns null if the payment has no receipt to send
 */
async function ask(
  { services }: Host,
  paymentId: string,
  given: string | null,
  language: string,
  admit: () => void,
): Promise<MailForm | null> {
  const payment = await services.payments.findForBuyer(paymentId);
  const keys = services.mailKeys;
  if (!payment || !keys || !isReceiptMailed(services, payment)) return null;
  if (given === null) return { typed: "", fault: "stale", isAsked: false };
  const typed = typedCode(given).slice(0, ADDRESS_LENGTH_MAX);
  const faulty = (fault: MailForm["fault"]): MailForm => ({ typed, fault, isAsked: false });
  const address = mailAddress(typed);
  if (address === null) return faulty(typed === "" ? "missing" : "malformed");
  try {
    admit();
  } catch (error) {
    if (error instanceof RequestError) return faulty("busy");
    throw error;
  }
  const asked = await askForReceipt({ mail: services.mail, keys }, payment, address, language);
  return asked === "asked" ? { typed: "", fault: null, isAsked: true } : faulty("busy");
}
