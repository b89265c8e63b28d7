// The router on each chain: deployed once by the first relayer, and compared with this version's code.
import { createPublicClient, createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import { deployRouter, PERMIT2, routerAddress, routerCodeOn } from "../../../chains/evm/config/deploy.ts";
import { withoutUrls } from "../../chains/without-urls.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { relayerKeys } from "./accounts.ts";

export function routerStep(setup: Setup): Step {
  const { answers, say } = setup;
  const isOn = (chain: EvmChainConfig) => withoutUrls(chain.rpcUrls, () => hasRouter(chain));
  return {
    name: "router",
    does: answers.chains.map(({ name, router }) => `deploys the router to ${name} at ${router}, unless it is there`),
    async isDone() {
      const found = await Promise.all(answers.chains.map((chain) => isOn(chain).catch(() => false)));
      return found.every(Boolean);
    },
    async apply() {
      const [key] = await relayerKeys(setup);
      if (!key) throw new Error("there is no relayer account");
      for (const chain of answers.chains) {
        if (await isOn(chain)) continue;
        const { rpcUrls, permit2, router, name } = chain;
        const own = routerAddress(permit2);
        if (router !== own) {
          throw new Error(`${name} has no router at ${router}: name its address in "router"; this version's is ${own}`);
        }
        const txHash = await withoutUrls(rpcUrls, async () => {
          const transport = http(rpcUrls[0]);
          const wallet = createWalletClient({ transport, account: privateKeyToAccount(key) });
          return (await deployRouter(createPublicClient({ transport }), wallet, permit2)).txHash;
        });
        say(`   ${name}: ${router}, deployed in ${txHash}`);
        if (!(await isOn(chain))) throw new Error(`${name}: there is no code at ${router} after its deployment`);
      }
    },
  };
}

/** @throws Error if another code is there */
async function hasRouter({ rpcUrls, permit2, router, name }: EvmChainConfig): Promise<boolean> {
  const chain = createPublicClient({ transport: http(rpcUrls[0]) });
  if (permit2 !== PERMIT2 || router !== routerAddress(PERMIT2)) {
    return (await chain.getCode({ address: router })) !== undefined;
  }
  const { expected, found } = await routerCodeOn(chain);
  if (found !== null && found !== expected) {
    throw new Error(`${name}: ${router} has code ${found}, not ${expected}. Do not use this chain.`);
  }
  return found !== null;
}
