// Sends messages by the operator's SMTP server, one connection each. A server that hangs is left after a fixed time.
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Message, SendOutcome } from "../mail/message.ts";
import type { MailSender, SmtpServer } from "../mail/smtp-server.ts";

/** From the connection to the answer to the message. It stays below the lease of a message (store/mail/queue.ts). */
const DEADLINE_MS = 45_000;
/** Limit of one step: a server that is up answers each within this time. */
const STEP_MS = 20_000;
const ANSWER_BYTES_MAX = 16_384;

export interface SmtpOptions {
  readonly server: SmtpServer;
  readonly from: MailSender;
  /** The name of this machine in its greeting: the host of the public address. */
  readonly name: string;
  readonly deadlineMs?: number;
}

export interface SmtpTransport {
  send(message: Message): Promise<SendOutcome>;
  /** Connects and signs in, without sending anything. @throws an error that says why not, without a password */
  verify(): Promise<void>;
  /** Ends what is under way; each message may have been taken. */
  close(): void;
}

/** A failure as the library reports it. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The command that failed. */
  readonly command?: string;
  readonly responseCode?: number;
  /** What the server said. */
  readonly response?: string;
}

export function openSmtp(options: SmtpOptions): SmtpTransport {
  const ends = new Set<(error: Error) => void>();
  let isClosed = false;

  /** Runs `use` on a new connection, and ends it in any case. */
  const withConnection = async (use: (connection: SMTPConnection) => Promise<void>): Promise<void> => {
    const connection = new SMTPConnection(connectionOptions(options));
    let timer: NodeJS.Timeout | undefined;
    let end: (error: Error) => void = () => {};
    const ended = new Promise<never>((_, reject) => {
      end = reject;
      connection.once("error", reject);
      connection.once("end", () => reject(new Error("the server closed the connection")));
      const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
      timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs / 1_000} s`)), deadlineMs);
    });
    ends.add(end);
    if (isClosed) end(new Error("this process stops"));
    try {
      await Promise.race([signedIn(connection, options).then(() => use(connection)), ended]);
    } finally {
      clearTimeout(timer);
      ends.delete(end);
      connection.on("error", () => {}); // of a connection that is ending
      connection.close();
    }
  };

  return {
    async send(message) {
      try {
        const source = await compose(options.from, message);
        const envelope = { from: options.from.address, to: [message.to] };
        await withConnection((connection) => step((done) => connection.send(envelope, source, done)));
        return { type: "sent" };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      }
    },
    verify: () =>
      withConnection(async () => {}).catch((error: unknown) => {
        throw new Error(whyOf(error as SmtpError), { cause: error });
      }),
    close() {
      isClosed = true;
      for (const end of ends) end(new Error("this process stops"));
    },
  };
}

const connectionOptions = ({ server, name }: SmtpOptions) => ({
  host: server.host,
  port: server.port,
  secure: server.isSecure,
  requireTLS: server.needsTls && !server.isSecure,
  ignoreTLS: !server.needsTls,
  name,
  connectionTimeout: STEP_MS,
  greetingTimeout: STEP_MS,
  socketTimeout: STEP_MS,
  dnsTimeout: STEP_MS,
  socketCloseTimeout: 0,
  maxResponseSize: ANSWER_BYTES_MAX,
  allowInternalNetworkInterfaces: true, // the server may be on this machine
  logger: false,
  tls: { minVersion: "TLSv1.2" as const },
});

const step = (run: (done: (error: Error | null | undefined) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));

async function signedIn(connection: SMTPConnection, { server: { login } }: SmtpOptions): Promise<void> {
  await step((done) => connection.connect(done));
  if (login) {
    const credentials = { user: login.user, pass: login.password };
    await step((done) => connection.login({ credentials }, done));
  }
}

/** The message's bytes. The library encodes and folds headers, so that no text begins another header. */
async function compose(from: MailSender, message: Message): Promise<Buffer> {
  const { to, subject, text, html, messageId, date, unsubscribeUrl } = message;
  const mail = new MailComposer({
    from: { name: from.name ?? "", address: from.address },
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId,
    date,
    headers: {
      "Auto-Submitted": "auto-generated", // RFC 3834: no automatic reply
      ...(unsubscribeUrl !== null && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}

const PERMANENT = 500;
/**
 * Enhanced codes (RFC 3463, RFC 7505) by which the recipient's address does not exist or takes no mail. Servers refuse
 * a wrong sender or login at the same command, with other codes.
 */
const OF_ADDRESS = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"];

/** The enhanced code at the beginning of the server's text; empty: it has none. */
const enhancedCode = ({ response = "" }: SmtpError): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? "";

function outcomeOf(error: SmtpError): SendOutcome {
  const { command = "", responseCode = 0 } = error;
  const why = whyOf(error);
  const isOfMessage = ["RCPT TO", "DATA"].includes(command);
  const isAddress = command === "RCPT TO" && OF_ADDRESS.includes(enhancedCode(error));
  if (responseCode >= PERMANENT && (isAddress || command === "DATA")) return { type: "refused", isAddress, why };
  // A wrong password or a refused sender is the operator's to fix: the message waits for it.
  return { type: "later", isServer: !isOfMessage, why };
}

/** Never the server's text, which may repeat the address. */
function whyOf(error: SmtpError): string {
  const { code, command, responseCode, response, message } = error;
  const to = command || "the connection";
  if (responseCode) return `the server answered ${`${responseCode} ${enhancedCode(error)}`.trim()} to ${to}`;
  if (response) return `the server answered without a code to ${to}`; // the library's message has its text
  return code && code !== "ESOCKET" && code !== "ECONNECTION" ? `${code}: ${message}` : message;
}
