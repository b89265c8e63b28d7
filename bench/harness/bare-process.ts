import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface BareResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** It never responds. */
  readonly isSilent?: boolean;
}

/** Starts bare-server.js in a separate process. */
export async function startBareServer(response: BareResponse) {
  const child = spawn(process.execPath, ["bench/harness/bare-server.js", JSON.stringify(response)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
