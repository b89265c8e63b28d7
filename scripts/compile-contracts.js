// Compiles contracts/ with solc into checked-in TypeScript modules: for the server, the local chain and the tests.
// `--check` writes nothing and exits 1 if a checked-in file is stale.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const COMMAND = "npm run contracts";
/** Folders of contracts, and where what is made of them goes. */
const FOLDERS = { "contracts/local": "src/local/abi", "contracts/test": "test/contracts/generated" };
// Told of every use of transient storage; OpenZeppelin's guard clears its own, as the warning wants.
const TRANSIENT_STORAGE_WARNING = "2394";
const ROUTER = { source: "contracts/PaymentRouter.sol", output: "src/chains/evm/abi/payment-router.ts" };

/** File names as generated, with their text. */
export function generate() {
  const others = Object.keys(FOLDERS).flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  );
  const contracts = compile([ROUTER.source, ...others]);
  const files = new Map();
  for (const source of [ROUTER.source, ...others]) {
    const name = source.replace(/^.*\//, "").replace(/\.sol$/, "");
    const contract = contracts[source][name];
    if (contract.evm.bytecode.object === "") continue; // abstract
    const output = source === ROUTER.source ? ROUTER.output : `${FOLDERS[dirname(source)]}/${kebab(name)}.ts`;
    const text = moduleText(source, name, contract);
    files.set(output, source === ROUTER.source ? text : formatted(output, text));
  }
  return files;
}

/** The generated files that are missing, differ or should not be there. */
export function stale(files) {
  const differing = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file);
  const surplus = generatedNow().filter((file) => !files.has(file));
  return [...differing, ...surplus];
}

function compile(sources) {
  const solc = require("solc");
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      sources.map((source) => [source, { content: readFileSync(join(root, source), "utf8") }]),
    ),
    settings: {
      evmVersion: "cancun",
      viaIR: true,
      // The most there is: calls shall be cheap, and a router is deployed once.
      optimizer: { enabled: true, runs: 2 ** 32 - 1 },
      // Without the metadata hash the bytecode, and so the router's address, does not depend on comments.
      metadata: { bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: importSource }));
  const problems = (output.errors ?? []).filter((problem) => problem.errorCode !== TRANSIENT_STORAGE_WARNING);
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join("\n"));
  return output.contracts;
}

function importSource(path) {
  const file = path.startsWith("@") ? require.resolve(path) : join(root, path);
  return { contents: readFileSync(file, "utf8") };
}

function moduleText(source, name, contract) {
  const prefix = name[0].toLowerCase() + name.slice(1);
  return [
    `// Generated from ${source} by \`${COMMAND}\`. Do not edit.`,
    `export const ${prefix}Abi = ${JSON.stringify(contract.abi)} as const;`,
    `export const ${prefix}Bytecode =\n  "0x${contract.evm.bytecode.object}" as const;`,
    "",
  ].join("\n\n");
}

/** As Biome wants it: unlike the router's folder, the others are not left out of the formatter's check. */
function formatted(output, text) {
  const biome = join(dirname(require.resolve("@biomejs/biome/package.json")), "bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${output}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}

const kebab = (name) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();

function read(file) {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function generatedNow() {
  const folders = [dirname(ROUTER.output), ...Object.values(FOLDERS)];
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  return folders.flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`));
}

function main() {
  const files = generate();
  const outdated = stale(files);
  if (process.argv.includes("--check")) {
    if (outdated.length === 0) return;
    console.error(`Stale generated files: ${outdated.join(", ")}. Run \`${COMMAND}\` and commit what it writes.`);
    process.exitCode = 1;
    return;
  }
  for (const file of outdated) rmSync(join(root, file), { force: true });
  for (const [file, text] of files) writeFileSync(join(root, file), text);
  console.log(outdated.length === 0 ? "Generated files are fresh." : `Wrote ${outdated.join(", ")}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
