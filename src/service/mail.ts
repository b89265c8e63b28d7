// Wires mail together: null without SMTP settings, or without the keys that encrypt the addresses.
import { shownAssets } from "../http/payments/shown-asset.ts";
import type { Message } from "../mail/message.ts";
import { unsubscribeToken } from "../mail/unsubscribe.ts";
import { isLivemode } from "../merchant/mode.ts";
import { shownTokens } from "../money/shown-amounts.ts";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { PaymentChain } from "../operations/ports/chain/payment-chain.ts";
import type { Log } from "../operations/ports/log.ts";
import type { DueMail, DueReceipt } from "../operations/ports/mail/queue.ts";
import { localeOf, type MailContent, mailHtml, mailText, shownSubject } from "../pages/mail/content.ts";
import { invitationContent, noticeContent } from "../pages/mail/notice.ts";
import { receiptContent } from "../pages/mail/receipt.ts";
import { unsubscribeUrl } from "../pages/mail/unsubscribe.ts";
import { LANGUAGES, type Language } from "../pages/messages/languages.ts";
import { paymentLink } from "../payment/link.ts";
import type { StorageKeys } from "../payment/sealed-text.ts";
import type { Config } from "../settings/config.ts";
import { crashAt } from "../settings/crash-point.ts";
import type { Store } from "../store/store.ts";
import { startMailWorker } from "../workers/mail.ts";

interface MailOptions {
  readonly config: Config;
  readonly log: Log;
}

interface MailParts {
  readonly store: Pick<Store, "payments" | "openMailQueue">;
  readonly heartbeat: Pick<Heartbeat, "nowMs">;
}

/** The keys that encrypt the addresses of mail; null: no mail is sent. */
export const mailKeysOf = ({ mail, buyerDataKeys }: Config): StorageKeys | null => (mail ? buyerDataKeys : null);

export async function startMail(
  { config, log }: MailOptions,
  chains: readonly PaymentChain[],
  { store, heartbeat }: MailParts,
): Promise<{ stop(): Promise<void> } | null> {
  const keys = mailKeysOf(config);
  if (!config.mail || !keys) return null;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  // Loaded on first use: most installations send no mail.
  const { openSmtp } = await import("../outbound/smtp.ts");
  const transport = openSmtp({ ...config.mail, name: new URL(publicUrl).hostname });
  const [, domain = ""] = config.mail.from.address.split("@");
  const render = mailRenderer({
    chains: new Map(chains.map((chain) => [chain.id, chain])),
    keys,
    publicUrl,
    domain,
    store,
  });
  const worker = startMailWorker({
    queue: store.openMailQueue(),
    transport,
    keys,
    render,
    crashPoint: crashAt(config.crashPoint),
    log,
    nowMs: heartbeat.nowMs,
  });
  return {
    async stop() {
      transport.close();
      await worker.stop();
    },
  };
}

interface RenderParts extends Pick<MailParts, "store"> {
  readonly chains: ReadonlyMap<string, PaymentChain>;
  readonly keys: StorageKeys;
  readonly publicUrl: string;
  /** The domain of the sender's address. */
  readonly domain: string;
}

export const mailRenderer =
  (parts: RenderParts) =>
  async (mail: DueMail, to: string, link: string | null): Promise<Message | null> => {
    const stopUrl = stopUrlOf(parts, mail);
    const content = await contentOf(parts, mail, link, stopUrl);
    if (!content) return null;
    return {
      to,
      subject: shownSubject(content.subject),
      text: mailText(content),
      html: mailHtml(content),
      messageId: `<${mail.id}@${parts.domain}>`,
      date: mail.createdAt,
      unsubscribeUrl: content.stop?.url ?? null,
    };
  };

const languageOf = ({ language }: DueMail): Language => LANGUAGES.find((each) => each === language) ?? "en";

function stopUrlOf({ keys, publicUrl }: RenderParts, mail: DueMail): string {
  if (!("userId" in mail)) return "";
  return unsubscribeUrl(publicUrl, unsubscribeToken(keys, mail), languageOf(mail));
}

async function contentOf(
  parts: RenderParts,
  mail: DueMail,
  link: string | null,
  stopUrl: string,
): Promise<MailContent | null> {
  const { publicUrl } = parts;
  const place = { language: languageOf(mail), isTest: !isLivemode(mail.partnerId), publicUrl };
  if (mail.kind === "receipt") return receiptOf(parts, mail, place.isTest);
  if (mail.kind === "invitation") return link === null ? null : invitationContent(mail, place, link);
  return noticeContent(mail, place, stopUrl);
}

async function receiptOf(
  { store, chains, publicUrl }: RenderParts,
  mail: DueReceipt,
  isTest: boolean,
): Promise<MailContent | null> {
  const payment = await store.payments.findForBuyer(mail.paymentId);
  if (!payment?.credit || payment.credit.isLost) return null; // a reorganisation took the payment away
  const language = languageOf(mail);
  const shown = payment.confirmation && shownAssets(chains)(payment.confirmation.option.asset);
  const paid = shown && {
    amount: shownTokens(payment.credit.amount, shown.asset, localeOf(language)),
    network: shown.chain.name,
  };
  return receiptContent({ payment, language, isTest, paid, url: paymentLink(publicUrl, payment.id) });
}
