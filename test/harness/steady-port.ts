import { randomInt } from "node:crypto";
import { expectFreePort } from "../../src/local/process/free-port.ts";

/** Below the ports that Linux gives to outgoing connections (from 32768 on), one of which could take it first. */
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** A TCP port of 127.0.0.1 that is free, and stays so until a server of the test listens there. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const isFree = await expectFreePort("127.0.0.1", port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
