// Runs after `npm ci`: compiles the program, and Permit2 at the same time in another process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("compile-permit2.js", import.meta.url));
const exited = once(spawn(process.execPath, [script], { stdio: "inherit" }), "exit");
await import("./build.js");
const [code] = await exited;
process.exitCode = code ?? 1;
