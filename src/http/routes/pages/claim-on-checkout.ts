// The checkout page's form on which the buyer of a deposit names the address for a refund. What is typed never becomes
// part of an address of ours: it may be a secret that was pasted by mistake.
import { typedCode } from "../../../money/typed-text.ts";
import { Refusal } from "../../../operations/errors/refusal.ts";
import {
  AddressRefusal,
  awaitsClaim,
  checkAddress,
  claimAddress,
  paidBy,
} from "../../../operations/refunds/buyer-address.ts";
import { ADDRESS_FIELD, claimPath, STEP_FIELD } from "../../../pages/checkout/form.ts";
import type { ClaimEntry, ClaimFault } from "../../../pages/checkout/refunds/refund-view.ts";
import { chooseLanguage } from "../../../pages/messages/choose.ts";
import type { PublicRoute } from "../../public-route.ts";
import { backToPage, formIn, type Host, ID, idIn, SEE_OTHER, showPage } from "./checkout.ts";

/** Somebody loads the address of the form, which is a page only while it is being filled in. */
export const claimFormAgain: PublicRoute = {
  method: "GET",
  path: claimPath(ID),
  handle: async (_, request, reply) => reply.redirect(`/${encodeURIComponent(idIn(request))}`, SEE_OTHER),
};

export const claimOnCheckout: PublicRoute = {
  method: "POST",
  path: claimPath(ID),
  async handle(host, request, reply) {
    const { paymentId, form, isOwn } = formIn(host, request);
    const entry = isOwn ? await enter(host.services, paymentId, form) : null;
    if (!entry) return backToPage(paymentId, form, request, reply);
    if (entry.fault) reply.code(BAD_REQUEST);
    const chosen = chooseLanguage(form.get("lang") ?? undefined, request.headers["accept-language"]);
    return showPage(host, paymentId, { chosen, query: Object.fromEntries(form), entry }, reply);
  },
};

const BAD_REQUEST = 400;

/** Takes one step of the form. @returns what the form shows next; null: the page has nothing more to ask */
async function enter(services: Host["services"], paymentId: string, form: URLSearchParams): Promise<ClaimEntry | null> {
  const payment = await services.payments.findForBuyer(paymentId);
  const chain = payment?.confirmation?.option.terms.chain;
  if (!payment || chain === undefined || !awaitsClaim(payment)) return null;
  const typed = typedCode(form.get(ADDRESS_FIELD) ?? "").replace(/\s/g, "");
  const step = form.get(STEP_FIELD);
  if (step === "change") return { typed, fault: null, isChecked: false };
  const faulty = (fault: ClaimFault): ClaimEntry => ({
    typed: fault === "secret" ? "" : typed, // not shown again
    fault,
    isChecked: false,
  });
  const fault = faultOf(typed);
  if (fault) return faulty(fault);
  const account = typed.includes(":") ? typed : `${chain}:${typed}`;
  try {
    if (step !== "use") {
      return { typed: await checkAddress(services, paidBy(payment), account, "account"), fault: null, isChecked: true };
    }
    await claimAddress(services, paymentId, account);
    return null;
  } catch (error) {
    if (error instanceof AddressRefusal) {
      return faulty(error.fault === "malformed" && ADDRESS.test(typed) ? "mistyped" : error.fault);
    }
    if (error instanceof Refusal) return error.code === "internal_error" ? faulty("busy") : null;
    throw error;
  }
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const HEX = /^0x[0-9a-f]+$/i;
/** A private key, with or without its prefix, or the words of a wallet, which are in lower case. */
const SECRET = /^(0x)?[0-9a-f]{64}$|^[a-z]{40,}$/i;
const NAME = /^[^:]+\.[a-z]{2,}$/i;

/** What a person sees at once; the rest needs the payment. */
function faultOf(typed: string): ClaimFault | null {
  if (typed === "") return "missing";
  if (SECRET.test(typed)) return "secret";
  if (NAME.test(typed)) return "name";
  return HEX.test(typed) && !ADDRESS.test(typed) ? "length" : null;
}
