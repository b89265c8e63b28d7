// The shipped configuration of nginx, in a folder of the test and on its ports.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../docs/pages.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../harness/server/certificate.ts";

/** Paths that nginx would otherwise create in system folders. */
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

export const NGINX_ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` };

export interface NginxSettings {
  readonly dir: string;
  readonly httpsPort: number;
  readonly httpPort: number;
  /** Host and port of each server, or of one in place of both. */
  readonly upstream: string | readonly [string, string];
  /** Further directives, by context. */
  readonly main?: string;
  readonly events?: string;
  readonly http?: string;
}

/** @returns the file */
export async function writeNginxConfiguration(settings: NginxSettings): Promise<string> {
  const { dir, httpsPort, httpPort, upstream, main = "", events = "", http = "" } = settings;
  const [first, second] = typeof upstream === "string" ? [upstream, upstream] : upstream;
  await writeFile(join(dir, "fullchain.pem"), CERTIFICATE);
  await writeFile(join(dir, "privkey.pem"), CERTIFICATE_KEY);
  const own = await readFile(join(ROOT, "deploy/nginx.conf"), "utf8");
  const site = own
    .replaceAll("/etc/ssl/turnpike", dir)
    .replaceAll("/var/log/nginx", dir)
    .replaceAll("127.0.0.1:4020", first)
    .replaceAll("127.0.0.1:4021", second)
    .replaceAll(/listen (\[::\]:)?443\b/g, `listen $1${httpsPort}`)
    .replaceAll(/listen (\[::\]:)?80\b/g, `listen $1${httpPort}`);
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${dir}/${name};\n`).join("");
  const whole = `pid ${dir}/pid;\nerror_log stderr;\n${main}\nevents {\n${events}}
http {\naccess_log off;\n${http}${folders}${site}}\n`;
  const path = join(dir, "nginx.conf");
  await writeFile(path, whole);
  return path;
}
