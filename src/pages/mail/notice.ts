// The messages to users: what has happened, and an invitation. They name no amounts, addresses or buyers; the console
// shows those to the people who sign in.
import type { DueInvitation, DueNotice, NoticeItem } from "../../operations/ports/mail/queue.ts";
import { MAIL_TEXTS } from "../catalogues.ts";
import type { Language } from "../messages/languages.ts";
import { counted } from "../messages/message.ts";
import { MOMENT } from "../messages/moment.ts";
import { localeOf, type MailContent, said } from "./content.ts";

interface Place {
  readonly language: Language;
  readonly isTest: boolean;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const PATHS = { exceptions: "/console/exceptions", approvals: "/console", webhooks: "/console/webhooks" } as const;

/** @param stopUrl ends notices of this kind */
export function noticeContent(notice: DueNotice, { language, isTest, publicUrl }: Place, stopUrl: string): MailContent {
  const { notices, test, testNote, ...all } = MAIL_TEXTS[language];
  const { kind, count, items, partnerName } = notice;
  const texts = all[kind];
  const locale = localeOf(language);
  const rest = count - items.length;
  const subject = `${counted(texts.subject, count, locale)} · ${said("{partnerName}", { partnerName })}`;
  return {
    language,
    subject: isTest ? said(test, { subject }) : subject,
    paragraphs: [texts.text, ...(isTest ? [testNote] : [])],
    items: [
      ...items.map((item) => itemText(kind, item, language)),
      ...(rest > 0 ? [counted(notices.more, rest, locale)] : []),
    ],
    facts: [],
    // A new tab of the console shows live payments.
    action: { label: texts.open, url: `${publicUrl}${PATHS[kind]}${isTest ? "?mode=test" : ""}` },
    why: said(notices.why, { partner: partnerName, account: `${publicUrl}/console/account` }),
    stop: { label: notices.stop, url: stopUrl },
  };
}

function itemText(
  kind: DueNotice["kind"],
  { exception, merchant = "", addressBy, person, host = "", isDisabled }: NoticeItem,
  language: Language,
): string {
  const { exceptions, approvals, webhooks } = MAIL_TEXTS[language];
  if (kind === "exceptions") {
    return said(exceptions.item, { merchant, exception: exception ? exceptions.kinds[exception] : "" });
  }
  if (kind === "webhooks") return said(isDisabled ? webhooks.disabled : webhooks.failing, { host });
  if (addressBy === "buyer") return said(approvals.addressOfBuyer, { merchant });
  const change = merchant === "" ? approvals.itemOfPartner : approvals.item;
  return said(addressBy === "merchant" ? approvals.address : change, {
    person: person ?? approvals.someone,
    merchant,
  });
}

/** @param url the invitation's link: the one capability that mail carries */
export function invitationContent(
  { item: { inviter, expiresAt }, partnerName: partner }: DueInvitation,
  { language, isTest }: Place,
  url: string,
): MailContent {
  const { invitation: texts, test } = MAIL_TEXTS[language];
  const date = new Intl.DateTimeFormat(localeOf(language), { ...MOMENT, timeZone: "UTC" }).format(new Date(expiresAt));
  const subject = said(texts.subject, { partner });
  return {
    language,
    subject: isTest ? said(test, { subject }) : subject,
    paragraphs: [
      inviter === null ? said(texts.textOfNobody, { partner }) : said(texts.text, { inviter, partner }),
      said(texts.once, { date }),
    ],
    items: [],
    facts: [],
    action: { label: texts.accept, url },
    why: texts.why,
    stop: null,
  };
}
