// turnpike certificate: whether the public address has a valid certificate, and for how long. It needs no database.
import { connect } from "node:tls";
import { Command } from "commander";
import { ConfigError, readConfig } from "../../settings/config.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

/** Proxies renew a certificate a month before its end. */
const DAYS_MIN = 14;
const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const HTTPS_PORT = 443;

export const certificateCommand = (): Command =>
  new Command("certificate")
    .description(`check the certificate of PUBLIC_URL; exit code 1 if it is invalid or ends within ${DAYS_MIN} days`)
    .option("--json", "print JSON")
    .action(check);

async function check(options: OutputOptions): Promise<void> {
  const { publicUrl } = readConfig();
  if (publicUrl === null || new URL(publicUrl).protocol !== "https:") {
    throw new ConfigError(["PUBLIC_URL must be an https:// URL, whose certificate is checked"]);
  }
  const { daysLeft, until } = await readCertificate(publicUrl);
  print(options, { daysLeft, until: until.toISOString() }, [certificateText(publicUrl, daysLeft, until)]);
  if (endsSoon(daysLeft)) process.exitCode = 1;
}

export const endsSoon = (daysLeft: number): boolean => daysLeft < DAYS_MIN;

export function certificateText(publicUrl: string, daysLeft: number, until: Date): string {
  const text = `the certificate of ${new URL(publicUrl).host} ends in ${daysLeft} days, on ${until.toISOString().slice(0, 10)}`;
  return endsSoon(daysLeft) ? `${text}: look at why it was not renewed` : text;
}

/**
 * Connects as a browser does: the certificate must be valid for the host, with this machine's certificate authorities
 * and those of NODE_EXTRA_CA_CERTS.
 * @throws CommandError if there is no connection or the certificate is not valid
 */
export function readCertificate(publicUrl: string): Promise<{ readonly daysLeft: number; readonly until: Date }> {
  const { hostname, port, host } = new URL(publicUrl);
  const place = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || HTTPS_PORT };
  return new Promise((resolve, reject) => {
    const socket = connect(place, () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve({ daysLeft: Math.floor((until.getTime() - Date.now()) / DAY_MS), until });
    });
    const fail = (why: string): void => {
      socket.destroy();
      reject(new CommandError(`${host} cannot be reached by TLS: ${why}`));
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(`no response within ${TIMEOUT_MS / 1_000} s`));
    socket.on("error", (error) => fail(error.message));
  });
}
