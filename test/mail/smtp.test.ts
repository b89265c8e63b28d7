// Messages on their way to a real SMTP server: what it gets, and how its refusals, silence and lies end.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Message } from "../../src/mail/message.ts";
import { parseMailSender, parseSmtpUrl, type SmtpServer } from "../../src/mail/smtp-server.ts";
import { openSmtp, type SmtpTransport } from "../../src/outbound/smtp.ts";
import { type Mailbox, openMailbox, refusal } from "./mailbox.ts";

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
});

async function given(options: Parameters<typeof openMailbox>[0] = {}): Promise<Mailbox> {
  const mailbox = await openMailbox(options);
  open.push(mailbox);
  return mailbox;
}

function transportTo(url: string, changes: Partial<SmtpServer> = {}, deadlineMs = 10_000): SmtpTransport {
  const server = parseSmtpUrl(url);
  const from = parseMailSender("Turnpike <pay@turnpike.example>");
  if (!server || !from) throw new Error("the settings are refused");
  const transport = openSmtp({ server: { ...server, ...changes }, from, name: "turnpike.example", deadlineMs });
  open.push({ stop: () => transport.close() });
  return transport;
}

const MESSAGE: Message = {
  to: "buyer@example.com",
  subject: "Receipt from Bäckerei 日本",
  text: "You have paid €5.00.\n",
  html: "<p>You have paid <b>€5.00</b>.</p>",
  messageId: "<mail_1@turnpike.example>",
  date: new Date("2026-02-03T04:05:06Z"),
  unsubscribeUrl: "https://pay.example/mail/stop/token?lang=de",
};

test("a message arrives as text and HTML, with the headers of automatic mail", async () => {
  const mailbox = await given();
  expect(await transportTo(mailbox.url).send(MESSAGE)).toEqual({ type: "sent" });
  const [mail] = mailbox.received;
  expect(mail?.to).toEqual(["buyer@example.com"]);
  expect([mail?.html.trim(), mail?.text.trim()]).toEqual([MESSAGE.html, MESSAGE.text.trim()]);
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: "Turnpike <pay@turnpike.example>",
    to: "buyer@example.com",
    subject: MESSAGE.subject,
    "message-id": MESSAGE.messageId,
    date: "Tue, 03 Feb 2026 04:05:06 +0000",
    "auto-submitted": "auto-generated",
    "list-unsubscribe": `<${MESSAGE.unsubscribeUrl}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
});

test("a subject cannot begin another header, and a recipient cannot name a second one", async () => {
  const mailbox = await given();
  const subject = "Hello\r\nBcc: victim@example.com\r\n\r\n<script>";
  expect(await transportTo(mailbox.url).send({ ...MESSAGE, subject })).toEqual({ type: "sent" });
  expect([...(mailbox.received[0]?.headers.keys() ?? [])]).not.toContain("bcc");
  const to = "buyer@example.com>\r\nRCPT TO:<victim@example.com";
  expect(await transportTo(mailbox.url).send({ ...MESSAGE, to })).not.toEqual({ type: "sent" });
  expect(mailbox.received.map((mail) => mail.to)).toEqual([["buyer@example.com"]]);
});

test.each([
  [450, "4.1.1", "is unknown for now"],
  [554, "5.7.1", "Relay access denied"],
  [553, "5.7.1", "Sender address rejected: not owned by user"],
  [550, "5.1.8", "Sender address rejected: Domain not found"],
  [552, "5.2.2", "has a full mailbox"],
  [550, "5.1.11", "is no code that is known"],
])("a recipient that is answered with %i %s: the message waits", async (code, enhanced, text) => {
  const mailbox = await given();
  mailbox.onRecipient((address) => refusal(code, `${enhanced} <${address}>: ${text}`));
  const why = `the server answered ${code} ${enhanced} to RCPT TO`;
  expect(await transportTo(mailbox.url).send(MESSAGE)).toEqual({ type: "later", isServer: false, why });
});

test.each(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"])(
  "a recipient that is answered with 550 %s: the address is at fault",
  async (enhanced) => {
    const mailbox = await given();
    mailbox.onRecipient((address) => refusal(550, `${enhanced} <${address}>: User unknown`));
    const why = `the server answered 550 ${enhanced} to RCPT TO`;
    expect(await transportTo(mailbox.url).send(MESSAGE)).toEqual({ type: "refused", isAddress: true, why });
  },
);

test("a recipient that is refused without an enhanced code: the reason is unknown, so the message waits", async () => {
  const mailbox = await given();
  mailbox.onRecipient((address) => refusal(550, `<${address}>: 5.1.1 or relay not permitted`));
  const why = "the server answered 550 to RCPT TO";
  expect(await transportTo(mailbox.url).send(MESSAGE)).toEqual({ type: "later", isServer: false, why });
});

test.each([
  [451, { type: "later", isServer: false }],
  [554, { type: "refused", isAddress: false }],
] as const)("a message that is answered with %i", async (code, outcome) => {
  const mailbox = await given();
  mailbox.onMessage(() => refusal(code));
  expect(await transportTo(mailbox.url).send(MESSAGE)).toMatchObject(outcome);
});

test.each(["MAIL FROM", "RCPT TO", "DATA"])(
  "an answer without a code to %s is temporary, and what it says is not repeated",
  async (command) => {
    const url = await givenServer((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (bytes) => {
        const isIt = bytes.toString().startsWith(command);
        socket.write(isIt ? "buyer@example.com is unknown\r\n" : "250 ok\r\n");
      });
    });
    const why = `the server answered without a code to ${command}`;
    expect(await transportTo(url).send(MESSAGE)).toMatchObject({ type: "later", why });
  },
);

test("a lost answer to the message leaves it unknown, to be sent again", async () => {
  const mailbox = await given();
  mailbox.onMessage(() => "lost");
  expect(await transportTo(mailbox.url).send(MESSAGE)).toMatchObject({ type: "later", isServer: true });
  expect(mailbox.received).toHaveLength(1);
});

/** A server that talks by hand. */
async function givenServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // the client breaks off
    talk(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a server that says nothing is left after the deadline", async () => {
  const url = await givenServer(() => {});
  const outcome = await transportTo(url, {}, 300).send(MESSAGE);
  expect(outcome).toEqual({ type: "later", isServer: true, why: "no answer within 0.3 s" });
});

test("a server that keeps talking without an end is left after the deadline too", async () => {
  const timers: NodeJS.Timeout[] = [];
  const url = await givenServer((socket) => void timers.push(setInterval(() => socket.write("220-wait\r\n"), 20)));
  const outcome = await transportTo(url, {}, 300).send(MESSAGE);
  for (const timer of timers) clearInterval(timer);
  expect(outcome).toMatchObject({ type: "later", isServer: true });
});

test("a port that nobody listens on, and a process that stops, are temporary", async () => {
  const mailbox = await openMailbox();
  await mailbox.stop();
  expect(await transportTo(mailbox.url).send(MESSAGE)).toMatchObject({ type: "later", isServer: true });
  const url = await givenServer(() => {});
  const transport = transportTo(url, {}, 60_000);
  const sending = transport.send(MESSAGE);
  transport.close();
  expect(await sending).toMatchObject({ type: "later", isServer: true, why: "this process stops" });
});

test("the password is never sent in clear: a server without STARTTLS gets neither it nor the message", async () => {
  const said: string[] = [];
  const mailbox = await given({
    onAuth: ({ username }, _, done) => {
      said.push(String(username));
      done(null, { user: username });
    },
  });
  const transport = transportTo(mailbox.url.replace("//", "//user:secret@"), { needsTls: true });
  expect(await transport.send(MESSAGE)).toMatchObject({ type: "later", isServer: true });
  expect([said, mailbox.received]).toEqual([[], []]);
});

test("a certificate that nobody vouches for is refused, for TLS from the start and for STARTTLS", async () => {
  for (const options of [{ secure: true }, { disabledCommands: [] }]) {
    const mailbox = await given(options); // with the library's own certificate
    expect(await transportTo(mailbox.url, { needsTls: true }).send(MESSAGE)).toMatchObject({ type: "later" });
    expect(mailbox.received).toEqual([]);
  }
});

test("verifying signs in and sends nothing; its failure does not name the password", async () => {
  const mailbox = await given({
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) =>
      password === "right" ? done(null, { user: 1 }) : done(refusal(535, "no: wrong-password")),
  });
  await transportTo(mailbox.url.replace("//", "//user:right@")).verify();
  const wrong = transportTo(mailbox.url.replace("//", "//user:wrong-password@"));
  const problem = await wrong.verify().catch((error: unknown) => error);
  expect(String(problem)).toContain("the server answered 535 to AUTH");
  expect(String(problem)).not.toContain("wrong-password");
  expect(await wrong.send(MESSAGE)).toMatchObject({ type: "later", isServer: true });
  expect(mailbox.received).toEqual([]);
});
