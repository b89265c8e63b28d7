// The operator's SMTP server and sender, as the settings name them.
import { mailAddress } from "./address.ts";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start (RFC 8314), instead of STARTTLS. */
  readonly isSecure: boolean;
  /** False only on this machine, which no wire leaves. */
  readonly needsTls: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
}

export interface MailSender {
  readonly name: string | null;
  readonly address: string;
}

const PORTS = { "smtp:": 587, "smtps:": 465 } as const;
const HOST = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/;
const LOOPBACK = /^(?:localhost|127\.[0-9.]+|::1)$/;

/** Parses `smtp://user:password@host:port` or `smtps://…`; undefined if malformed. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:") return undefined;
  if (!HOST.test(hostname) || !["", "/"].includes(pathname) || search || hash) return undefined;
  if ((username === "") !== (password === "")) return undefined;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === null || secret === null) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: port === "" ? PORTS[protocol] : Number(port),
    isSecure: protocol === "smtps:",
    needsTls: !LOOPBACK.test(host),
    login: username === "" ? null : { user, password: secret },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // a percent sign without its digits
  }
}

/** `Shop <pay@shop.example>` or only the address. */
const SENDER = /^(?:([^<>"\\\p{Cc}]{1,100})<([^<>\s]+)>|([^<>\s]+))$/u;

export function parseMailSender(text: string): MailSender | undefined {
  const [, name, named, alone] = SENDER.exec(text) ?? [];
  const address = mailAddress(named ?? alone ?? "");
  return address === null ? undefined : { name: name?.trim() || null, address };
}
