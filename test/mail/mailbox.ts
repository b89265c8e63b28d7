// A real SMTP server that keeps what it gets, with scripted answers.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
  readonly to: readonly string[];
  /** Unfolded and decoded, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
  readonly text: string;
  readonly html: string;
  readonly isEncrypted: boolean;
}

/** Undefined: it is accepted. */
type Answer = (subject: string) => Error | undefined;

export interface Mailbox {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Answers to RCPT TO, by the address. */
  onRecipient(answer: Answer): void;
  /** Answers to the message; "lost" keeps it and drops the connection instead of answering. */
  onMessage(answer: (mail: ReceivedMail) => Error | "lost" | undefined): void;
  /** The first message, past or future, that matches. */
  next(matches?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

/** A refusal with this reply code. */
export const refusal = (responseCode: number, message = "scripted"): Error =>
  Object.assign(new Error(message), { responseCode });

export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let judge: Answer = () => undefined;
  let take: Parameters<Mailbox["onMessage"]>[0] = () => undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: ({ address }, _, done) => done(judge(address)),
    onData(stream, session, done) {
      void buffer(stream).then((bytes) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = { ...parsed(bytes.toString("utf8")), to, isEncrypted: session.secure };
        const answer = take(mail);
        if (answer instanceof Error) return done(answer);
        received.push(mail);
        for (const wake of waiting) wake();
        if (answer === "lost") server.connections.forEach((connection) => void connection.close());
        else done();
      });
    },
    ...options,
  });
  server.on("error", () => {}); // a client that breaks off
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
    received,
    onRecipient: (answer) => {
      judge = answer;
    },
    onMessage: (answer) => {
      take = answer;
    },
    next: (matches = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find(matches);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parsed(raw: string): Omit<ReceivedMail, "to" | "isEncrypted"> {
  const [head, body] = split(raw);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map((part) => split(part.trimStart()));
  const part = (type: string): string => {
    const found = parts.find(([partHead]) => headersOf(partHead).get("content-type")?.startsWith(type));
    return found ? decodedBody(headersOf(found[0]).get("content-transfer-encoding"), found[1]) : "";
  };
  return { headers, raw, text: part("text/plain"), html: part("text/html") };
}

function split(text: string): [head: string, body: string] {
  const at = text.indexOf("\r\n\r\n");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 4)];
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), decodedWords(line.slice(at + 1).trim())];
    }),
  );
}

/** RFC 2047. */
const decodedWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : quotedPrintable(word.replaceAll("_", " ")),
    );

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodedBody(encoding: string | undefined, body: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? quotedPrintable(body) : body;
}
