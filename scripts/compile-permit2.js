// Compiles Uniswap's Permit2 from its sources into .cache/permit2.json, for the local chain and the tests. The
// canonical address is a hash of this bytecode, so the address proves it identical.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getContractAddress } from "viem";

const require = createRequire(import.meta.url);
const OUTPUT = fileURLToPath(new URL("../.cache/permit2.json", import.meta.url));
const CANONICAL = {
  address: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  deployer: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  salt: "0x0000000000000000000000000000000000000000d3af2663da51c10215000000",
};
// The compiler orders functions by the sources it has read before, so this list affects the address.
const SOLMATE = ["lib/solmate/src/tokens/ERC20.sol", "lib/solmate/src/utils/SafeTransferLib.sol"];

function devDependencies() {
  try {
    const periphery = dirname(require.resolve("@uniswap/v4-periphery/package.json"));
    return { root: join(periphery, "lib/permit2"), solc: require("solc-permit2") };
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

function compile({ root, solc }) {
  const sources = readdirSync(join(root, "src"), { recursive: true })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".sol"));
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(
      [...sources, ...SOLMATE].map((file) => [file, { content: readFileSync(join(root, file), "utf8") }]),
    ),
    settings: {
      remappings: ["solmate/=lib/solmate/"],
      viaIR: true,
      optimizer: { enabled: true, runs: 1_000_000 },
      metadata: { bytecodeHash: "none" },
      outputSelection: { "src/Permit2.sol": { Permit2: ["evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = (output.errors ?? []).filter((problem) => problem.severity === "error");
  if (errors.length > 0) throw new Error(errors.map((problem) => problem.formattedMessage).join("\n"));
  return `0x${output.contracts["src/Permit2.sol"].Permit2.evm.bytecode.object}`;
}

function main() {
  if (existsSync(OUTPUT)) return;
  const found = devDependencies();
  if (found === undefined) {
    console.log(
      "Permit2 is not compiled: the dev dependencies are not installed. Only the local chain and the tests need it.",
    );
    return;
  }
  const initCode = compile(found);
  const address = getContractAddress({
    opcode: "CREATE2",
    from: CANONICAL.deployer,
    salt: CANONICAL.salt,
    bytecode: initCode,
  });
  if (address !== CANONICAL.address) {
    throw new Error(
      `Permit2 compiled to ${address}, not to ${CANONICAL.address}. ` +
        "Install the exact versions of package-lock.json (npm ci).",
    );
  }
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(`${OUTPUT}.new`, `${JSON.stringify({ ...CANONICAL, initCode })}\n`);
  renameSync(`${OUTPUT}.new`, OUTPUT); // replaces the file in one step, so that it is always complete
}

main();
