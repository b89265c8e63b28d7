// A process that only delivers webhooks, for tests that kill it: node scripts/run-ts.js test/webhooks/worker.ts
import { openLog } from "../../src/log.ts";
import { readConfig } from "../../src/settings/config.ts";
import { listenForChanges } from "../../src/store/changes.ts";
import { createSession } from "../../src/store/session.ts";
import { openStore } from "../../src/store/store.ts";
import { LOCAL_PLACES, startWebhooks } from "../../src/webhooks.ts";

const config = readConfig();
const log = openLog("silent");
const url = config.databaseUrl ?? "";
const store = openStore({ url, connectionsMax: 3, onError: () => {} });
const session = createSession(url, log);
const changes = listenForChanges(session);
await session.open();
startWebhooks({ config, log, webhookPlaces: LOCAL_PLACES }, [], { store, changes });
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("up");
