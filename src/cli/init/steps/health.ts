// The last look: everything that `turnpike doctor` checks, the public address among it.
import { doctorFindings } from "../../doctor/doctor.ts";
import { type Setup, settingsOf } from "../setup.ts";
import type { Step } from "../step.ts";

/** The doctor's checks from outside. Without a proxy of this machine, the public address may not lead here yet. */
const OUTSIDE = ["certificate", "public address"];

export function healthStep({ machine, answers, say }: Setup): Step {
  return {
    name: "health",
    does: [`runs turnpike doctor, which also asks ${answers.publicUrl}`],
    isCheck: true,
    isDone: async () => false,
    async apply() {
      const findings = await doctorFindings(settingsOf(machine).config);
      const mayWait = (part: string) => answers.proxy === "none" && OUTSIDE.includes(part);
      const problems = findings.filter(({ state, part }) => state === "problem" && !mayWait(part));
      const warnings = findings.filter(
        ({ state, part }) => state === "warning" || (state === "problem" && mayWait(part)),
      );
      for (const { part, message } of warnings) say(`   warning  ${part}: ${message}`);
      if (problems.length > 0) throw new Error(problems.map(({ part, message }) => `${part}: ${message}`).join("\n"));
      say(`   ${findings.length} checks of turnpike doctor found no problem and ${warnings.length} warnings`);
    },
  };
}
