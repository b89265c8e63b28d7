// The unit and the proxy's configuration, judged by the programs that read them.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../harness/certificate.ts";

const run = promisify(execFile);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-configurations-"));
});
afterAll(() => rm(dir, { recursive: true }));

test("systemd finds nothing wrong with the unit", async () => {
  const unit = join(dir, "turnpike.service");
  await copyFile(join(ROOT, "deploy/turnpike.service"), unit);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", unit]);
  expect(stdout + stderr).not.toContain("turnpike.service");
});

/** Where nginx would make folders of the system's otherwise. */
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

test("nginx finds nothing wrong with its configuration", async () => {
  await writeFile(join(dir, "fullchain.pem"), CERTIFICATE);
  await writeFile(join(dir, "privkey.pem"), CERTIFICATE_KEY);
  const own = await readFile(join(ROOT, "deploy/nginx.conf"), "utf8");
  const site = own.replaceAll("/etc/ssl/turnpike", dir).replaceAll(/listen (\[::\]:)?(80|443)\b/g, "listen $18$2");
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${dir}/${name};\n`).join("");
  const whole = `pid ${dir}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${folders}${site}}\n`;
  await writeFile(join(dir, "nginx.conf"), whole);
  const { stderr } = await run("nginx", ["-t", "-p", dir, "-c", join(dir, "nginx.conf")], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  expect(stderr).toContain("test is successful");
  expect(stderr).not.toContain("[warn]");
});
