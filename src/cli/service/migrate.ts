import { Command } from "commander";
import { openLog } from "../../log.ts";
import { readConfig } from "../../settings/config.ts";
import { migrate } from "../../store/migrate.ts";
import { openInstalledDatabase } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";

export const migrateCommand = (): Command =>
  new Command("migrate")
    .description("bring the database's schema up to date (serve also does this at start)")
    .option("--json", "print JSON")
    .action(async (options: OutputOptions) => {
      const config = readConfig();
      const database = await openInstalledDatabase(config, openLog("warn"), { mayCreate: config.isTurnpikeDirNamed });
      try {
        const migrations = await withProgress("Migrating", ({ report }) =>
          migrate(database.url, {
            onStart: report,
            onLocked: () => report("waiting for another session's locks (a backup, an open transaction)"),
          }),
        );
        print(options, { migrations }, migrations.length > 0 ? migrations : ["The schema is up to date."]);
      } finally {
        await database.close();
      }
    });
