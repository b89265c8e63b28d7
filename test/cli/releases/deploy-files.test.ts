// Files of a machine that a release changes and an upgrade leaves to the operator.
import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fileChanges } from "../../../src/cli/releases/deploy-files.ts";
import { temporaryDir } from "../turnpike.ts";

let root: string;
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
beforeEach(async () => {
  root = await temporaryDir();
  for (const [release, text] of [
    ["turnpike-1", "old"],
    ["turnpike-2", "new"],
  ] as const) {
    await put(`releases/${release}/deploy/nginx.conf`, text);
    await put(`releases/${release}/deploy/Caddyfile`, text);
    await put(`releases/${release}/deploy/turnpike`, "the same");
  }
  // There are no units here.
  await put("bin/systemctl", "#!/bin/sh\necho\n");
  await chmod(join(root, "bin/systemctl"), 0o755);
  vi.stubEnv("PATH", `${join(root, "bin")}:${process.env.PATH}`);
  await put("etc/nginx/conf.d/turnpike.conf", "old, with a host name");
  await put("usr/local/bin/turnpike", "the same");
  await symlink("releases/turnpike-1", join(root, "current"));
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const byHand = async (name: string) => {
  const plan = { releases: join(root, "releases"), name, units: [], say: () => {} };
  return (await fileChanges(plan, root)).byHand;
};
const NGINX = "/etc/nginx/conf.d/turnpike.conf";

test("a changed file of the proxy that is used here is named, with the command that applies the change", async () => {
  const files = ["turnpike-1", "turnpike-2"].map((name) => join(root, "releases", name, "deploy/nginx.conf"));
  const command = `diff -u ${files.join(" ")} | patch ${NGINX} && nginx -t && systemctl reload nginx`;
  expect(await byHand("turnpike-2")).toEqual([{ file: NGINX, command }]);
  expect(await byHand("turnpike-1")).toEqual([]);
});

test("where init wrote the file, init applies the change", async () => {
  await put("etc/turnpike/init.json", "{}");
  expect(await byHand("turnpike-2")).toEqual([{ file: NGINX, command: "turnpike init" }]);
});

test("an interrupted upgrade that is finished names the same", async () => {
  await symlink("releases/turnpike-1", join(root, "previous"));
  await put("releases/turnpike-3/deploy/nginx.conf", "newer");
  await symlink("releases/turnpike-3", join(root, "current.new"));
  await rename(join(root, "current.new"), join(root, "current"));
  expect((await byHand("turnpike-3")).map(({ file }) => file)).toEqual([NGINX]);
});
