// The last look: the public address, and everything that `turnpike doctor` checks.
import { doctorFindings } from "../../doctor/doctor.ts";
import { type Setup, settingsOf } from "../setup.ts";
import type { Step } from "../step.ts";

const TIMEOUT_MS = 10_000;

export function healthStep(setup: Setup): Step {
  const { machine, answers, say } = setup;
  return {
    name: "health",
    does: [`asks ${answers.publicUrl} and runs turnpike doctor`],
    isCheck: true,
    isDone: async () => false,
    async apply() {
      const findings = await doctorFindings(settingsOf(machine).config);
      const warnings = findings.filter(({ state }) => state === "warning");
      for (const { part, message } of warnings) say(`   warning  ${part}: ${message}`);
      const problems = findings.filter(({ state }) => state === "problem");
      const found = [...(await publicProblem(setup)), ...problems.map(({ part, message }) => `${part}: ${message}`)];
      if (found.length > 0) throw new Error(found.join("\n"));
      const checked = `${findings.length} checks of turnpike doctor`;
      say(`   ${answers.publicUrl} responds; ${checked} found no problem and ${warnings.length} warnings`);
    },
  };
}

/** Without a proxy of this machine, the public address may not lead here yet. */
async function publicProblem({ answers }: Setup): Promise<string[]> {
  const { publicUrl, proxy } = answers;
  if (proxy === "none") return [];
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? [] : [`${publicUrl}: responds with ${response.status}`];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return [`${publicUrl}: does not respond (${cause}). Check the DNS name, the firewall and the certificate.`];
  }
}
