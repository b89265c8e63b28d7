// Compiles contracts/ with solc into committed TypeScript modules: the router's for the server, contracts/local for the
// local chain, the rest for the tests. `--check` writes nothing and exits 1 if a committed file is stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { concat, getContractAddress, keccak256, pad, zeroHash } from "viem";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const COMMAND = "npm run contracts";
/** Folders of contracts and the folders of their generated modules. */
const FOLDERS = { "contracts/local": "src/local/abi", "contracts/test": "test/contracts/generated" };
// solc warns about every use of transient storage (OpenZeppelin's guard clears its slot, as the warning asks; what a
// deposit's contract reads is set before its creation) and of selfdestruct, which deletes that contract (EIP-6780).
const EXPECTED_WARNINGS = ["2394", "5159"];
const RELEASE = "contracts/release";
/** src/chains/evm/config/deploy.ts; the chains are those of the presets. */
const CREATE2_DEPLOYER = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const CHAINS = [1, 10, 137, 8453, 80002, 84532, 11155111, 11155420];
const OUTPUT = [
  "abi",
  "evm.bytecode.object",
  "evm.deployedBytecode.object",
  "evm.deployedBytecode.immutableReferences",
];
const ROUTER = { source: "contracts/PaymentRouter.sol", output: "src/chains/evm/abi/payment-router.ts" };

/** File names and their generated text. */
export function generate() {
  const others = Object.keys(FOLDERS).flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
  );
  const files = new Map(releaseFiles());
  const { contracts } = compile(others);
  for (const source of others) {
    const name = source.replace(/^.*\//, "").replace(/\.sol$/, "");
    const contract = contracts[source][name];
    if (contract.evm.bytecode.object === "") continue; // abstract
    files.set(`${FOLDERS[dirname(source)]}/${kebab(name)}.ts`, moduleText(source, name, contract));
  }
  return files;
}

/** Generated files that are missing, different or superfluous. */
export function stale(files) {
  const differing = [...files].filter(([file, text]) => read(file) !== text).map(([file]) => file);
  const surplus = generatedNow().filter((file) => !files.has(file));
  return [...differing, ...surplus];
}

/**
 * The router's module, and what proves a deployment: the compiler's input, as block explorers and Sourcify take it, and
 * the address and the hash of the code on each chain.
 */
function releaseFiles() {
  const name = "PaymentRouter";
  const { contracts, sources, version } = compile([ROUTER.source, "contracts/Deposit.sol"]);
  const contract = contracts[ROUTER.source][name];
  const { bytecode, deployedBytecode } = contract.evm;
  const permit2 = pad(PERMIT2);
  const initCode = concat([`0x${bytecode.object}`, permit2]);
  const deposit = contracts["contracts/Deposit.sol"].Deposit;
  const depositCodeHash = keccak256(`0x${deposit.evm.bytecode.object}`);
  let code = deployedBytecode.object;
  // In the order of the declarations.
  for (const [i, value] of [permit2, depositCodeHash].entries()) {
    for (const { start, length } of Object.values(deployedBytecode.immutableReferences)[i]) {
      code = code.slice(0, 2 * start) + value.slice(2) + code.slice(2 * (start + length));
    }
  }
  const address = getContractAddress({ opcode: "CREATE2", from: CREATE2_DEPLOYER, salt: zeroHash, bytecode: initCode });
  const deployment = { address, codeHash: keccak256(`0x${code}`) };
  const deployments = {
    contract: `${ROUTER.source}:${name}`,
    compiler: version,
    constructorArguments: permit2,
    create2: { deployer: CREATE2_DEPLOYER, salt: zeroHash, initCodeHash: keccak256(initCode) },
    chains: Object.fromEntries(CHAINS.map((chain) => [`eip155:${chain}`, deployment])),
  };
  const hashes = [
    `export const paymentRouterCodeHash = "${deployment.codeHash}" as const;`,
    "/** The hash of the code that the router creates at each deposit address. */",
    `export const depositCodeHash = "${depositCodeHash}" as const;`,
  ];
  return [
    [ROUTER.output, `${[moduleText(ROUTER.source, name, contract), ...hashes].join("\n")}\n`],
    [`${RELEASE}/standard-input.json`, `${JSON.stringify(inputOf(sources), null, 2)}\n`],
    [`${RELEASE}/deployments.json`, `${JSON.stringify(deployments, null, 2)}\n`],
  ];
}

/**
 * @param sources contents by path
 * @param outputOf the paths whose contracts are wanted, by default all
 */
function inputOf(sources, outputOf = ["*"]) {
  return {
    language: "Solidity",
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      evmVersion: "cancun",
      viaIR: true,
      // The maximum: calls must be cheap, and a router is deployed once.
      optimizer: { enabled: true, runs: 2 ** 32 - 1 },
      // Without the metadata hash, comments do not change the bytecode and the router's address.
      metadata: { bytecodeHash: "none" },
      outputSelection: Object.fromEntries(outputOf.map((path) => [path, { "*": OUTPUT }])),
    },
  };
}

function compile(paths) {
  const solc = require("solc");
  const sources = Object.fromEntries(paths.map((path) => [path, importSource(path).contents]));
  const imported = (path) => {
    const { contents } = importSource(path);
    sources[path] = contents;
    return { contents };
  };
  const output = JSON.parse(solc.compile(JSON.stringify(inputOf(sources, paths)), { import: imported }));
  const problems = (output.errors ?? []).filter((problem) => !EXPECTED_WARNINGS.includes(problem.errorCode));
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join("\n"));
  return { contracts: output.contracts, sources, version: solc.version() };
}

function importSource(path) {
  const file = path.startsWith("@") ? require.resolve(path) : join(root, path);
  return { contents: readFileSync(file, "utf8") };
}

function moduleText(source, name, contract) {
  const prefix = name[0].toLowerCase() + name.slice(1);
  const parts = [
    `// Generated from ${source} by \`${COMMAND}\`. Do not edit.`,
    `export const ${prefix}Abi = ${JSON.stringify(contract.abi)} as const;`,
    `export const ${prefix}Bytecode =\n  "0x${contract.evm.bytecode.object}" as const;`,
  ];
  return `${parts.join("\n\n")}\n`;
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
  const folders = [RELEASE, dirname(ROUTER.output), ...Object.values(FOLDERS)];
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
