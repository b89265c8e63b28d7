// turnpike partner second-person: the way out if a partner requires a second person and has only one left.
import { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

export const partnerSecondPersonCommand = (): Command =>
  new Command("second-person")
    .description("show whether a second person must approve changes of destinations, or stop requiring one")
    .argument("<partner>", "its id")
    .option("--stop", "one person is enough again")
    .option("--json", "print JSON")
    .action(secondPerson);

async function secondPerson(partnerId: string, options: OutputOptions & { readonly stop?: boolean }): Promise<void> {
  const isRequired = await withStore(readConfig(), async (store) => {
    if (options.stop) await store.secondPerson.set(partnerId, false);
    return store.secondPerson.isRequired(partnerId);
  });
  if (isRequired === null) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, isRequired }, [isRequired ? "Required." : "Not required."]);
}
