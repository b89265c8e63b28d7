// Secrets as files: `SECRET_KEY_FILE=/run/secrets/secret_key` says the same as SECRET_KEY with what stands in that
// file. For containers and systemd, which hand out secrets so, and because the environment of a process is easily
// shown.
import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** What may hold a secret: keys, a password, an RPC provider's token. */
const FROM_FILE = /^(DATABASE_URL|SECRET_KEY|BUYER_DATA_KEYS|RELAYER_KEYS(?:_[0-9]+)?|RPC_URL_[0-9]+)_FILE$/;

/** @returns the environment with what the files say; each fault goes into `problems`, with nothing of a file in it */
export function withSettingFiles(environment: Environment, problems: string[]): Environment {
  const fromFiles: Record<string, string> = {};
  for (const [key, file] of Object.entries(environment)) {
    const [, name] = FROM_FILE.exec(key) ?? [];
    if (!name || !file) continue;
    if (environment[name]) problems.push(`${name} and ${key} are both set: leave one of them out`);
    try {
      fromFiles[name] = readFileSync(file, "utf8").trim();
      if (fromFiles[name] === "") problems.push(`${key}: ${file} is empty`);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "unknown";
      problems.push(`${key}: ${file} cannot be read (${code})`);
    }
  }
  return { ...environment, ...fromFiles };
}
