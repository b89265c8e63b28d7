// turnpike listen: forwards a partner's events to a developer's machine, signed as webhooks are.
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { Command } from "commander";
import { newSecret, signedHeaders } from "../../events/signature.ts";
import { readDevFile } from "../../local/dev-file.ts";
import { workspace } from "../../local/workspace.ts";
import { readConfig } from "../../settings/config.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface ListenOptions extends OutputOptions {
  readonly forwardTo: string;
  readonly url?: string;
  readonly keyFile?: string;
  readonly after?: string;
  readonly secret?: string;
}

export const listenCommand = (): Command =>
  new Command("listen")
    .description("forward a partner's events to a program on this machine, signed as webhooks are, until Ctrl-C")
    .requiredOption(
      "--forward-to <url>",
      "where your program receives webhooks, for example http://localhost:3000/hook",
    )
    .option("--url <url>", "the Turnpike to listen to; by default the local one that npm start runs")
    .option("--key-file <file>", "file with an API key, role read suffices; by default the local demo partner's")
    .option("--after <event>", "begin after this event; by default with the next one")
    .option("--secret <secret>", "sign with this whsec_… secret; by default a new one")
    .option("--json", "print JSON, a line per event")
    .action(listen);

interface Source {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly paymentId?: string;
}

/** A request is held this long if there is no event. */
const POLL_MS = 30_000;
/** A server or program that is silent for longer counts as not reached. */
const READ_MS_MAX = POLL_MS + 15_000;
const FORWARD_MS_MAX = 15_000;
/** The pause before a failed request is repeated. */
const PAUSE_MS = 1_000;

async function listen(options: ListenOptions): Promise<void> {
  if (!URL.canParse(options.forwardTo) || !/^https?:$/.test(new URL(options.forwardTo).protocol)) {
    throw new CommandError(`--forward-to must be an http or https URL, not ${options.forwardTo}`);
  }
  const source = await sourceOf(options);
  const secret = options.secret ?? newSecret();
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new CommandError("--secret must be whsec_ and base64");
  let place: Place = options.after === undefined ? await startOf(source) : { after: options.after };
  print(options, { forwardTo: options.forwardTo, secret }, [
    `Forwarding events of ${source.baseUrl} to ${options.forwardTo}. They are signed with`,
    `  ${secret}`,
  ]);
  for (;;) {
    const isHeld = "after" in place;
    const events = await read(source, { ...place, limit: "50", ...(isHeld && { maxPollMs: String(POLL_MS) }) });
    if (!events || (!isHeld && events.length === 0)) await setTimeout(PAUSE_MS);
    for (const event of events ?? []) {
      await forward(options, secret, event);
      place = { after: event.id };
    }
  }
}

const EVER = new Date(0).toISOString();

type Place = { readonly after: string } | { readonly since: string };

/** The newest event. Without any, all that will come are new. */
async function startOf(source: Source): Promise<Place> {
  for (;;) {
    const events = await read(source, { limit: "1" });
    if (events) return events[0] ? { after: events[0].id } : { since: EVER };
    await setTimeout(PAUSE_MS);
  }
}

/** @returns null if the server does not respond at the moment */
async function read({ baseUrl, apiKey }: Source, query: Record<string, string>): Promise<readonly Event[] | null> {
  const url = `${baseUrl}/v1/events?${new URLSearchParams(query)}`;
  const signal = AbortSignal.timeout(READ_MS_MAX);
  const response = await fetch(url, { headers: { "api-key": apiKey }, signal }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return null;
  const body = (await response.json()) as { data: readonly Event[]; message?: string };
  if (response.ok) return body.data;
  throw new CommandError(`${baseUrl} refused to list events: ${body.message}`);
}

async function forward(options: ListenOptions, secret: string, event: Event): Promise<void> {
  const body = JSON.stringify(event);
  const timestampS = Math.floor(Date.now() / 1_000);
  const headers = {
    "content-type": "application/json",
    ...signedHeaders("standard", [secret], { id: event.id, timestampS, body }),
  };
  const signal = AbortSignal.timeout(FORWARD_MS_MAX);
  const status = await fetch(options.forwardTo, { method: "POST", headers, body, redirect: "manual", signal }).then(
    (response) => response.status,
    () => null,
  );
  const { id, type, paymentId } = event;
  const subject = paymentId === undefined ? "" : `  ${paymentId}`;
  print(options, { id, type, paymentId, status }, [`${status ?? "not reached"}  ${type}  ${id}${subject}`]);
}

async function sourceOf({ url, keyFile }: ListenOptions): Promise<Source> {
  const dev = await readDevFile(workspace(readConfig().turnpikeDir).devFile);
  const baseUrl = url ?? dev?.baseUrl;
  if (baseUrl === undefined)
    throw new CommandError("there is no local Turnpike here: run npm start, or name one with --url");
  if (keyFile !== undefined) return { baseUrl, apiKey: (await readFile(keyFile, "utf8")).trim() };
  if (url !== undefined || !dev) throw new CommandError("--url needs --key-file");
  return { baseUrl, apiKey: dev.apiKey };
}
