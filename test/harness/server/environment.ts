// The environment of every Turnpike that a test or a benchmark starts. It takes only PATH from this process's own, and
// no file of the checkout: a developer's .turnpike belongs to another installation.
import { tmpdir } from "node:os";
import { join } from "node:path";

export const environmentOf = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  // Written when a process exits, so that only the first one of a run compiles the modules.
  NODE_COMPILE_CACHE: join(tmpdir(), "turnpike-compile-cache"),
  TURNPIKE_DIR: join(tmpdir(), `turnpike-missing-${process.pid}`),
  ...settings,
});
