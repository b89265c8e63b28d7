// A process that only delivers webhooks, for tests that kill it. It runs on the build of the test run.
import { openLog } from "../../dist-test/log.js";
import { UNTRACED } from "../../dist-test/operations/ports/tracing.js";
import { LOCAL_PLACES, startWebhooks } from "../../dist-test/service/webhooks.js";
import { readConfig } from "../../dist-test/settings/config.js";
import { createSession } from "../../dist-test/store/database/session.js";
import { listenForChanges } from "../../dist-test/store/events/changes.js";
import { openStore } from "../../dist-test/store/store.js";

const config = readConfig();
const log = openLog("silent");
const url = config.databaseUrl ?? "";
const store = openStore({ url, connectionsMax: 3, onError: () => {} });
const session = createSession(url, log);
const changes = listenForChanges(session);
await session.open();
startWebhooks({ config, log, webhookPlaces: LOCAL_PLACES }, [], {
  store,
  changes,
  heartbeat: { nowMs: Date.now },
  monitoring: { tracing: UNTRACED },
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("up");
