// The accounts of this installation, relayers and the buyer of the first payment, and the money that the operator must
// send them.
import { createPublicClient, erc20Abi, formatEther, formatUnits, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createEvmChain } from "../../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import type { RelayerFunds } from "../../../operations/monitoring/report-availability.ts";
import { readEnvFiles } from "../../../settings/env-file.ts";
import { addRelayer, readRelayers } from "../../chains/relayer.ts";
import { withoutUrls } from "../../chains/without-urls.ts";
import { hasRights, isKept, keepFile, readIfThere, setRights } from "../files.ts";
import { at } from "../machine.ts";
import { BUYER_FILE, FIRST_PAYMENT_FILE, forRoot, forServices, RELAYERS_FILE, WORKER_ENV } from "../places.ts";
import { awaitNothingMissing, type Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { amountOf } from "./first-amount.ts";

const RELAYERS = forServices(RELAYERS_FILE, "");
const BUYER = forRoot(BUYER_FILE, () => `${generatePrivateKey()}\n`);

type Key = `0x${string}`;

/** Whether the workers' keys are in the file, and not in signers elsewhere (RELAYER_SIGNERS). */
async function areKeysHere({ machine }: Pick<Setup, "machine">): Promise<boolean> {
  if ((await readIfThere(machine, WORKER_ENV)) === null) return true;
  return readEnvFiles([at(machine, WORKER_ENV)]).environment.RELAYER_KEYS_FILE !== undefined;
}

/** None before the step that makes them. */
export const relayerKeys = ({ machine }: Pick<Setup, "machine">): Promise<readonly Key[]> =>
  readRelayers(at(machine, RELAYERS_FILE));

/** The account of the first payment's buyer; null before the step that makes it. */
export async function buyerAccount({ machine }: Pick<Setup, "machine">) {
  const key = (await readIfThere(machine, BUYER_FILE))?.trim();
  return key ? privateKeyToAccount(key as Key) : null;
}

export function accountsStep(setup: Setup): Step {
  const { machine, answers, say } = setup;
  const hasBuyer = answers.firstPayment !== null;
  return {
    name: "accounts",
    does: [
      `makes ${answers.relayers} relayer accounts, which pay the gas`,
      ...(hasBuyer ? ["makes the account of a buyer, which pays the first payment"] : []),
    ],
    files: [RELAYERS, ...(hasBuyer ? [BUYER] : [])],
    isDone: async () =>
      (!(await areKeysHere(setup)) ||
        ((await relayerKeys(setup)).length >= answers.relayers && (await hasRights(machine, RELAYERS)))) &&
      (!hasBuyer || (await isKept(machine, BUYER))),
    async apply() {
      if (hasBuyer) await keepFile(machine, BUYER);
      if (!(await areKeysHere(setup))) return;
      const missing = answers.relayers - (await relayerKeys(setup)).length;
      for (let made = 0; made < missing; made++) say(`   ${await addRelayer(at(machine, RELAYERS_FILE))}  relayer`);
      await setRights(machine, RELAYERS);
      say(`   Keep a copy of ${RELAYERS_FILE} elsewhere: without it, what the accounts hold is lost.`);
    },
  };
}

export function moneyStep(setup: Setup): Step {
  const { answers } = setup;
  const chains = answers.chains.map(({ name }) => name).join(", ");
  const missing = async (): Promise<string[]> => {
    const keys = (await areKeysHere(setup)) ? await relayerKeys(setup) : [];
    if (keys.length === 0 && (await areKeysHere(setup))) return ["the accounts do not exist yet"];
    const found = await Promise.all(answers.chains.map((chain) => missingOn(chain, () => missingCoin(chain, keys))));
    return [...found.flat(), ...(await missingTokens(setup))];
  };
  const { firstPayment } = answers;
  return {
    name: "money",
    does: [
      `waits until each relayer holds enough coin on ${chains}: you send it`,
      ...(firstPayment === null
        ? []
        : [`waits until the buyer holds ${amountOf(firstPayment).shown} for the first payment: you send it`]),
    ],
    isDone: async () => (await missing()).length === 0,
    apply: () => awaitNothingMissing(setup, missing),
  };
}

/** A chain that does not respond is waited for as well. */
const missingOn = (chain: EvmChainConfig, ask: () => Promise<string[]>): Promise<string[]> =>
  withoutUrls(chain.rpcUrls, ask).then(
    (missing) => missing.map((line) => `${chain.name} (${chain.caip2}): ${line}`),
    (error: Error) => [`${chain.name} (${chain.caip2}): its RPC URLs do not respond (${error.message})`],
  );

/** An eighth of a full batch is two million gas: the router's deployment, or some twenty payments. */
const BATCH_PARTS = 8n;

async function missingCoin(chain: EvmChainConfig, keys: readonly Key[]): Promise<string[]> {
  const funds = await createEvmChain(chain, keys).relayerFunds();
  return funds.filter(({ balance, batchCost }) => balance < batchCost / BATCH_PARTS).map(sendCoin);
}

const sendCoin = ({ relayer, balance, batchCost }: RelayerFunds): string =>
  `send the relayer ${relayer} at least ${formatEther(batchCost / BATCH_PARTS - balance)} of the chain's coin (a full ` +
  `batch costs up to ${formatEther(batchCost)})`;

/** Once the payment exists, its own step knows whether it can be paid. */
async function missingTokens(setup: Setup): Promise<string[]> {
  const { machine, answers } = setup;
  if (answers.firstPayment === null || (await readIfThere(machine, FIRST_PAYMENT_FILE)) !== null) return [];
  const buyer = await buyerAccount(setup);
  if (buyer === null) return ["the buyer's account does not exist yet"];
  const { chain, asset } = answers.firstPayment;
  const { token } = amountOf(answers.firstPayment);
  return missingOn(chain, async () => {
    const held = await createPublicClient({ transport: http(chain.rpcUrls[0]) }).readContract({
      address: asset.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [buyer.address],
    });
    if (held >= token) return [];
    const needed = formatUnits(token - held, asset.decimals);
    return [`send the buyer ${buyer.address} ${needed} ${asset.symbol} (the token ${asset.address})`];
  });
}
