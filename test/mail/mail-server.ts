// A server for the tests of a file, with a worker that sends to a mailbox.
import { afterAll, beforeAll } from "vitest";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { MAIL_SETTINGS } from "./given-mail.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

/** Use the result inside tests only. */
export function mailServerForFile(changes: Readonly<Record<string, string>> = {}): {
  readonly server: () => TestServer;
  readonly mailbox: () => Mailbox;
} {
  let server: TestServer | undefined;
  let mailbox: Mailbox | undefined;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startServer({ environment: { ...MAIL_SETTINGS, SMTP_URL: mailbox.url, ...changes } });
  });
  afterAll(async () => {
    await server?.stop();
    await mailbox?.stop();
  });
  const there = <Part>(part: Part | undefined): Part => {
    if (!part) throw new Error("the server is there inside tests only");
    return part;
  };
  return { server: () => there(server), mailbox: () => there(mailbox) };
}
