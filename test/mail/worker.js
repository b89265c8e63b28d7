// A process that only sends mail, for tests that kill it. It runs on the build of the test run.
import { openLog } from "../../dist-test/log.js";
import { startMail } from "../../dist-test/service/mail.js";
import { readConfig } from "../../dist-test/settings/config.js";
import { openStore } from "../../dist-test/store/store.js";

const config = readConfig();
const store = openStore({ url: config.databaseUrl ?? "", connectionsMax: 3, onError: () => {} });
await startMail({ config, log: openLog("silent") }, [], { store, heartbeat: { nowMs: Date.now } });
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("up");
