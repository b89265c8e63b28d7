// Debian's packages: those that the answers need and the machine lacks.
import { mustRun } from "../machine.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const IS_INSTALLED = /^Status: \S+ ok installed$/m;

export const packagesStep = ({ machine, answers }: Setup): Step => {
  const needed = packagesFor(answers);
  const missing = async (): Promise<string[]> => {
    const found = await Promise.all(needed.map((name) => machine.run("dpkg-query", ["--status", name])));
    return needed.filter((_, index) => !IS_INSTALLED.test(found[index]?.stdout ?? ""));
  };
  return {
    name: "Debian packages",
    does: [`installs those that are missing of ${needed.join(", ")}, by apt-get`],
    isDone: async () => (await missing()).length === 0,
    async apply() {
      const apt = (...words: string[]) =>
        mustRun(machine, "env", ["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", ...words], { isShown: true });
      await apt("update");
      await apt("install", "--yes", "--no-install-recommends", ...(await missing()));
    },
  };
};

function packagesFor({ databaseUrlFile, proxy, certificate }: Setup["answers"]): string[] {
  const isAcme = certificate !== null && "acmeEmail" in certificate;
  return [
    "ca-certificates",
    ...(databaseUrlFile === null ? ["postgresql"] : []),
    ...(proxy === "none" ? [] : [proxy]),
    ...(proxy === "nginx" && isAcme ? ["certbot", "python3-certbot-nginx"] : []),
  ];
}
