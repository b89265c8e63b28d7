import { type ServiceProcess, startProcess } from "../harness/server/process.ts";
import type { Installation } from "../harness/server/server.ts";

const PROBE_TIMEOUT_MS = 3_000;

interface Observers {
  /** Receives each line of its log. */
  readonly onLine?: (line: string, member: Member) => void;
  /** Called when it begins to lead the chain. */
  readonly onLead?: (member: Member) => void;
}

/** A process of the installation, across restarts. */
export class Member {
  readonly name: string;
  readonly #role: "api" | "worker";
  readonly #onLead: (worker: Member) => void;
  readonly #onLine: (line: string, member: Member) => void;
  #installation: Installation;
  #process: ServiceProcess | null = null;
  #probeUrl = "";

  constructor(
    name: string,
    role: "api" | "worker",
    installation: Installation,
    { onLine = () => {}, onLead = () => {} }: Observers = {},
  ) {
    this.name = name;
    this.#role = role;
    this.#installation = installation;
    this.#onLead = onLead;
    this.#onLine = onLine;
  }

  get baseUrl(): string {
    return this.#process?.baseUrl ?? "";
  }

  /** @param build the folder of another compiled version */
  async start(build?: string): Promise<void> {
    const onLine = (line: string): void => {
      this.#onLine(line, this);
      const { msg, metricsUrl } = JSON.parse(line) as { msg: string; metricsUrl?: string };
      if (metricsUrl !== undefined) this.#probeUrl = metricsUrl.replace("/metrics", "/readyz");
      if (msg === "this process leads the chain") this.#onLead(this);
    };
    const options = { role: this.#role, onLine, ...(build !== undefined && { build }) };
    this.#process = await startProcess(this.#installation, options);
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const process = this.#process;
    this.#process = null;
    await process?.kill(signal);
  }

  /** The installation as the next start sees it. */
  reinstall(installation: Installation): void {
    this.#installation = installation;
  }

  /** @returns null while it is stopped */
  async isReady(): Promise<boolean | null> {
    const process = this.#process;
    try {
      return (await fetch(this.#probeUrl, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).status === 200;
    } catch {
      return process === null || process !== this.#process ? null : false;
    }
  }
}
