// turnpike webhooks: the endpoints of partners, and what waits for them.
import { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import type { Backlog } from "../../store/webhooks/backlog.ts";
import { requirePartner, withStore } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { secondText, table } from "../output/text.ts";

interface WebhooksOptions extends OutputOptions {
  readonly partner?: string;
}

export const webhooksCommand = (): Command =>
  new Command("webhooks")
    .description("list webhook endpoints, and the deliveries that wait or have failed for good in the last day")
    .option("--partner <id>", "only this partner's")
    .option("--json", "print JSON")
    .action(run);

async function run(options: WebhooksOptions): Promise<void> {
  const { partner = null } = options;
  const backlogs = await withStore(readConfig(), async (store) => {
    if (partner !== null) await requirePartner(store, partner);
    return store.webhooks.backlogs(partner);
  });
  print(options, { endpoints: backlogs.map(toJson) }, table(HEAD, backlogs.map(toCells), "No webhook endpoints."));
}

const toJson = ({ isEnabled, oldestAt, failingSince, ...rest }: Backlog) => ({
  ...rest,
  enabled: isEnabled,
  failingSince: failingSince?.toISOString() ?? null,
  oldestPendingAt: oldestAt?.toISOString() ?? null,
});

const HEAD = ["endpoint", "partner", "receiver", "format", "state", "pending", "failed", ""] as const;

function toCells({
  id,
  partnerId,
  origin,
  format,
  isEnabled,
  disabledReason,
  failingSince,
  pending,
  oldestAt,
  failed,
}: Backlog): readonly string[] {
  const state = isEnabled ? "enabled" : `disabled${disabledReason ? ` (${disabledReason})` : ""}`;
  return [
    id,
    partnerId,
    origin,
    format,
    state,
    `${pending}${oldestAt ? ` since ${secondText(oldestAt)}` : ""}`,
    String(failed),
    failingSince ? `no success since ${secondText(failingSince)}` : "",
  ];
}
