// The proxy's files: a configuration that the proxy refuses does not stay, as its next start would fail.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planOf } from "../../../src/cli/init/plan.ts";
import { runSteps } from "../../../src/cli/init/step.ts";
import { filesIn, makePlace, put, withAnswers } from "./place.ts";

const DEBIANS = "include /etc/nginx/modules-enabled/*.conf;\nevents {\n\tworker_connections 768;\n}\n";

/** A machine with the proxy's own configuration. No step of the proxy asks the database. */
async function proxyPlace(proxy: "nginx" | "caddy", ownText: string) {
  const { machine, setup: given } = await makePlace("postgres://none");
  const setup = withAnswers(given, { proxy });
  const own = proxy === "nginx" ? "/etc/nginx/nginx.conf" : "/etc/caddy/Caddyfile";
  await put(machine, own, ownText);
  const run = async () =>
    runSteps(
      (await planOf(setup)).filter(({ name }) => name.toLowerCase() === proxy),
      setup.say,
    );
  const refuse = (text: string) => machine.programs.set(proxy, () => ({ code: 1, stderr: text }));
  const accept = () => machine.programs.set(proxy, () => ({}));
  const ownNow = () => readFile(join(machine.root, own), "utf8");
  return { machine, run, refuse, accept, ownNow };
}

test("nginx gets the number of open files once: not beside the operator's own", async () => {
  const debians = await proxyPlace("nginx", DEBIANS);
  debians.accept();
  await debians.run();
  const text = await debians.ownNow();
  expect(text).toContain("worker_connections 8192;");
  const modules = join(debians.machine.root, "etc/nginx/modules-enabled");
  expect(await readdir(modules)).toEqual(["90-turnpike.conf"]);
  // The operator sets it in nginx.conf later.
  await put(debians.machine, "/etc/nginx/nginx.conf", `worker_rlimit_nofile 65536;\n${text}`);
  await debians.run();
  expect(await readdir(modules)).toEqual([]);
  expect(await debians.ownNow()).toBe(`worker_rlimit_nofile 65536;\n${text}`);
});

test.each([
  ["nginx", DEBIANS],
  ["caddy", "# ours\n"],
] as const)("a configuration that %s refuses is taken back", async (proxy, ownText) => {
  const place = await proxyPlace(proxy, ownText);
  const untouched = await filesIn(place.machine);
  place.refuse("duplicate");
  await expect(place.run()).rejects.toThrow("duplicate");
  expect(await filesIn(place.machine)).toEqual(untouched);
  place.accept();
  await place.run();
  const accepted = await filesIn(place.machine);
  const site = proxy === "nginx" ? "/etc/nginx/conf.d/turnpike.conf" : "/etc/caddy/turnpike.caddyfile";
  await put(place.machine, site, "# as an earlier version wrote it\n");
  const earlier = await filesIn(place.machine);
  expect(earlier).not.toEqual(accepted);
  place.refuse("duplicate");
  await expect(place.run()).rejects.toThrow("duplicate");
  expect(await filesIn(place.machine)).toEqual(earlier);
});
