// Sends what is due. Each message is tried until it is taken, refused for good, or too old to be of use.
import { hashOfAddress, mailAddress, openMailSecret } from "../../mail/address.ts";
import type { MailKind } from "../../mail/kinds.ts";
import type { Message } from "../../mail/message.ts";
import { SealedByUnknownKeyError, type StorageKeys } from "../../payment/sealed-text.ts";
import type { Log } from "../ports/log.ts";
import type { DueMail, MailQueue, MailTransport } from "../ports/mail/queue.ts";

export interface SendMailPorts {
  readonly queue: Pick<MailQueue, "take" | "isRefused" | "hasEnough" | "sent" | "later" | "giveUp">;
  readonly transport: MailTransport;
  readonly keys: StorageKeys;
  /** Null if there is nothing to say any more. @param link of an invitation */
  render(mail: DueMail, to: string, link: string | null): Promise<Message | null>;
  readonly crashPoint: (point: "mail.sending" | "mail.sent") => void;
  readonly log: Log;
  nowMs(): number;
}

/** Messages at once: one that hangs delays few others. */
const AT_ONCE_MAX = 4;

/** Before each further attempt. Mail servers that defer strangers want some minutes (RFC 5321 §4.5.4.1: 30 or more). */
const RETRY_S = [60, 300, 900, 1_800, 3_600, 7_200];
const HOUR_MS = 3_600_000;
/** Later, a notice or a receipt is of no use, and an invitation has been handed over otherwise. */
const AGE_MAX_MS: Readonly<Record<MailKind, number>> = {
  receipt: 48 * HOUR_MS,
  invitation: 48 * HOUR_MS,
  exceptions: 24 * HOUR_MS,
  approvals: 24 * HOUR_MS,
  webhooks: 24 * HOUR_MS,
};

export interface Sent {
  /** Messages that were tried. */
  readonly tried: number;
  /** Messages for which the server could not be used. */
  readonly failed: number;
  /** There may be more. */
  readonly hasMore: boolean;
}

export async function sendMail(ports: SendMailPorts): Promise<Sent> {
  const due = await ports.queue.take(AT_ONCE_MAX);
  const reached = await Promise.all(due.map((mail) => sendOne(ports, mail)));
  const failed = reached.filter((isReached) => !isReached).length;
  return { tried: due.length, failed, hasMore: due.length === AT_ONCE_MAX && failed < due.length };
}

/** @returns false if the server could not be used */
async function sendOne(ports: SendMailPorts, mail: DueMail): Promise<boolean> {
  const { queue, transport, keys, crashPoint, log } = ports;
  const giveUp = async (note: string, refused: Buffer | null = null): Promise<true> => {
    await queue.giveUp(mail.id, note, refused);
    log.info({ mail: mail.id, kind: mail.kind, note }, "gave up sending a message");
    return true;
  };
  const recipient = recipientOf(keys, mail);
  if ("problem" in recipient) return giveUp(recipient.problem);
  const hash = hashOfAddress(keys, recipient.address);
  if (await queue.isRefused(hash)) return giveUp("a mail server has refused the address");
  if ("userId" in mail && (await queue.hasEnough(hash))) return giveUp("the address has got too many today");
  const message = await ports.render(mail, recipient.address, recipient.link ?? null);
  if (!message) return giveUp("there is nothing to tell any more");
  crashPoint("mail.sending");
  const outcome = await transport.send(message);
  if (outcome.type === "sent") {
    crashPoint("mail.sent");
    await queue.sent(mail.id, hash);
    return true;
  }
  if (outcome.type === "refused") return giveUp(outcome.why, outcome.isAddress ? hash : null);
  const retryInS = RETRY_S[Math.min(mail.attempts, RETRY_S.length - 1)] ?? 0;
  if (ports.nowMs() + retryInS * 1_000 - mail.createdAt.getTime() > AGE_MAX_MS[mail.kind]) {
    await giveUp(`too old: ${outcome.why}`);
  } else {
    await queue.later(mail.id, retryInS, outcome.why);
  }
  return !outcome.isServer;
}

type Recipient = { readonly address: string; readonly link?: string } | { readonly problem: string };

function recipientOf(keys: StorageKeys, mail: DueMail): Recipient {
  if (!("secret" in mail)) {
    const address = mailAddress(mail.email);
    return address === null ? { problem: "the user's address is none that can be written to" } : { address };
  }
  try {
    return openMailSecret(keys, mail.id, mail.secret) ?? { problem: "the stored address was altered" };
  } catch (error) {
    if (error instanceof SealedByUnknownKeyError) return { problem: error.message };
    throw error;
  }
}
