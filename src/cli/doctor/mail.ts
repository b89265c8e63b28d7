// The doctor's check of mail: whether the SMTP server takes a login, and whether messages wait.

import type { Config } from "../../settings/config.ts";
import { openStore } from "../../store/store.ts";
import { readBuyerDataKeys } from "../installation.ts";
import { messageOf } from "../output/output.ts";

interface MailFinding {
  readonly part: "mail";
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** As the alert TurnpikeMailWaits (deploy/prometheus). */
const WAITS_S_MAX = 3_600;
const part = "mail";

/** Sends nothing. No finding without an SMTP server. */
export async function checkMail(config: Config, databaseUrl: string): Promise<MailFinding[]> {
  if (!config.mail) return [];
  if (!(await readBuyerDataKeys(config))) {
    return [{ part, state: "problem", message: "no mail is sent, because BUYER_DATA_KEYS is not set" }];
  }
  return [await checkServer(config.mail), ...(await checkWaiting(databaseUrl))];
}

async function checkServer({ server, from }: NonNullable<Config["mail"]>): Promise<MailFinding> {
  const place = `${server.host}:${server.port}`;
  const [, domain = ""] = from.address.split("@");
  // Loaded on first use: other commands send no mail.
  const { openSmtp } = await import("../../outbound/smtp.ts");
  const smtp = openSmtp({ server, from, name: domain });
  try {
    await smtp.verify();
    return { part, state: "ok", message: `${place} takes messages of ${from.address}` };
  } catch (error) {
    const why = messageOf(error);
    return { part, state: "problem", message: `nothing is sent, because ${place} cannot be used: ${why}` };
  } finally {
    smtp.close();
  }
}

async function checkWaiting(databaseUrl: string): Promise<MailFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const { waiting, oldestS } = await store.vitals.mail();
    if (oldestS <= WAITS_S_MAX) return [];
    const message = `${waiting} messages wait, the oldest for ${Math.floor(oldestS / 60)} minutes. See TurnpikeMailWaits in docs/runbook.md`;
    return [{ part, state: "warning", message }];
  } finally {
    await store.close();
  }
}
