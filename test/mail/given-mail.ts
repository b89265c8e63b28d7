// A server without a worker, whose mail the test sends when it wants to.
import { parseMailSender, parseSmtpUrl } from "../../src/mail/smtp-server.ts";
import { type SendMailPorts, type Sent, sendMail } from "../../src/operations/mail/send-mail.ts";
import type { MailTransport } from "../../src/operations/ports/mail/queue.ts";
import { openSmtp } from "../../src/outbound/smtp.ts";
import { mailRenderer } from "../../src/service/mail.ts";
import { readConfig } from "../../src/settings/config.ts";
import type { RouteServer } from "../routes/setup.ts";
import type { Mailbox } from "./mailbox.ts";

export const PUBLIC_URL = "https://pay.example";

/** Nothing listens there: only the transports of tests send. */
export const MAIL_SETTINGS = {
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Turnpike <pay@turnpike.example>",
  PUBLIC_URL,
};

export function transportTo({ url }: Mailbox, deadlineMs = 10_000): MailTransport {
  const server = parseSmtpUrl(url);
  const from = parseMailSender(MAIL_SETTINGS.MAIL_FROM);
  if (!server || !from) throw new Error("the settings are refused");
  return openSmtp({ server, from, name: "turnpike.example", deadlineMs });
}

/** The ports of a worker that sends mail. Each call is like another process: its leases differ. */
export function mailPorts(
  { store, installation }: RouteServer,
  transport: MailTransport,
): SendMailPorts & { readonly queue: ReturnType<RouteServer["store"]["openMailQueue"]> } {
  const keys = readConfig({}, installation.environment).buyerDataKeys;
  if (!keys) throw new Error("the server has no keys");
  return {
    queue: store.openMailQueue(),
    transport,
    keys,
    render: mailRenderer({ chains: new Map(), keys, publicUrl: PUBLIC_URL, domain: "turnpike.example", store }),
    crashPoint: () => {},
    log: { info: () => {}, warn: () => {}, error: () => {} },
    nowMs: () => Date.now(),
  };
}

/** Sends what is due now, all of it. */
export async function sendAll(ports: SendMailPorts): Promise<readonly Sent[]> {
  const rounds: Sent[] = [];
  do rounds.push(await sendMail(ports));
  while (rounds.at(-1)?.hasMore);
  return rounds;
}

/** Lets nothing wait for its time. */
export const makeDue = ({ sql }: RouteServer) =>
  sql("update mails set next_attempt_at = now() - interval '1 second' where state = 'waiting'");

interface StoredMail {
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly note: string | null;
  readonly content: Buffer | null;
  readonly key_id: string | null;
}

export const storedMails = ({ sql, partnerId }: Pick<RouteServer, "sql" | "partnerId">): Promise<StoredMail[]> =>
  sql<StoredMail>(
    `select kind, state, attempts, note, content, key_id from mails where partner_id in ($1, $1 || '_test')
      order by created_at, id`,
    [partnerId],
  );
