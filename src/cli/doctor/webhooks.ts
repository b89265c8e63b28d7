// The doctor's check of the webhooks: whether they are delivered, and which endpoints fail.
import type { WebhookVitals } from "../../operations/ports/monitoring/vitals.ts";
import { openStore } from "../../store/store.ts";

interface WebhookFinding {
  readonly part: "webhooks";
  readonly state: "problem" | "warning";
  readonly message: string;
}

/** Deliveries are sent within seconds; the alert TurnpikeWebhooksLate has the same bound. */
const LATE_S = 120;

export async function checkWebhooks(databaseUrl: string): Promise<readonly WebhookFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    return findings(await store.vitals.webhooks());
  } finally {
    await store.close();
  }
}

function findings({ pending, oldestDueS, failing, disabled }: WebhookVitals): WebhookFinding[] {
  const part = "webhooks";
  const late = `none has been sent for ${Math.round(oldestDueS)} s, and ${pending} deliveries wait`;
  const broken = `endpoints that fail: ${failing}; disabled because they failed: ${disabled}`;
  return [
    ...(oldestDueS > LATE_S
      ? [{ part, state: "problem", message: `${late}: start a worker with BUYER_DATA_KEYS, or read its log` } as const]
      : []),
    ...(failing + disabled > 0
      ? [{ part, state: "warning", message: `${broken}. turnpike webhooks names them and their partners` } as const]
      : []),
  ];
}
