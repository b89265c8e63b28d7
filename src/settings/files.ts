// Secrets from files, as containers and systemd provide them: `SECRET_KEY_FILE=/run/secrets/secret_key` sets SECRET_KEY
// to the file's content. A process's environment is easily exposed.
import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that may contain secrets: keys, a password, an RPC provider's token. */
const FROM_FILE =
  /^(DATABASE_URL|DATABASE_DIRECT_URL|DATABASE_READ_URL|SECRET_KEY|BUYER_DATA_KEYS|RECEIPT_KEYS|RELAYER_KEYS(?:_[0-9]+)?|RELAYER_SIGNERS(?:_[0-9]+)?|DEMO_BUYER_KEYS(?:_[0-9]+)?|RPC_URL_[0-9]+|OTEL_EXPORTER_OTLP_HEADERS|TURNPIKE_API_KEY|SMTP_URL)_FILE$/;

/** Whether the name is that of a setting whose value is in a file. */
export const isSettingFile = (name: string): boolean => FROM_FILE.test(name);

/** @returns the environment with the values from files; errors are added to `problems`, without file contents */
export function withSettingFiles(environment: Environment, problems: string[]): Environment {
  const fromFiles: Record<string, string> = {};
  for (const [key, file] of Object.entries(environment)) {
    const [, name] = FROM_FILE.exec(key) ?? [];
    if (!name || !file) continue;
    if (environment[name]) problems.push(`${name} and ${key} are both set: remove one of them`);
    const text = textOf(file, `${key}: ${file}`, problems);
    if (text === null) continue;
    fromFiles[name] = text.trim();
    if (fromFiles[name] === "") problems.push(`${key}: ${file} is empty`);
  }
  return { ...environment, ...fromFiles };
}

/** Null, with a problem that begins with `shown`, if the file cannot be read. */
export function textOf(file: string, shown: string, problems: string[]): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    problems.push(`${shown} cannot be read (${code})`);
    return null;
  }
}
