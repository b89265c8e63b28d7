// An oracle contract on a test's chain whose list the test writes.
import { type Address, encodeFunctionData, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { administer, localChain } from "../../../src/local/tokens/administrator.ts";
import { sanctionsListAbi, sanctionsListBytecode } from "../../contracts/generated/sanctions-list.ts";

export interface SanctionsList {
  readonly address: Address;
  set(account: Address, isOn: boolean): Promise<void>;
  /** While silent, every call to it reverts. */
  setSilent(isOn: boolean): Promise<void>;
}

export async function putSanctionsList(rpcUrl: string): Promise<SanctionsList> {
  const chain = localChain(rpcUrl);
  const address = privateKeyToAddress(generatePrivateKey());
  const { data: code } = await chain.call({ data: sanctionsListBytecode });
  if (code === undefined) throw new Error("the oracle's constructor did not run");
  await chain.setCode({ address, bytecode: code });
  const send = (data: Hex) => administer(chain, [{ to: address, data }]);
  return {
    address,
    set: (account, isOn) =>
      send(encodeFunctionData({ abi: sanctionsListAbi, functionName: "set", args: [account, isOn] })),
    setSilent: (isOn) => send(encodeFunctionData({ abi: sanctionsListAbi, functionName: "setSilent", args: [isOn] })),
  };
}
