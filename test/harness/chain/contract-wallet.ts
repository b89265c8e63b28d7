// Buyers with contract accounts: wallets with one owner (contracts/test/ContractWallet.sol), deployed or not, and
// ordinary accounts that have delegated to code (EIP-7702).
import {
  type Abi,
  type Address,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  publicActions,
  serializeErc6492Signature,
  zeroHash,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { contractWalletAbi, contractWalletBytecode } from "../../contracts/generated/contract-wallet.ts";
import { walletFactoryAbi, walletFactoryBytecode } from "../../contracts/generated/wallet-factory.ts";
import { type Buyer, setBalance, type TestServer } from "../server/server.ts";

type Place = Pick<TestServer, "client" | "rpcUrl" | "deployment" | "caip2">;

const BUYER_HOLDS = 1_000_000_000n;

/** Puts a contract on the chain as its constructor would leave it, without mining a block. */
export async function putContract(
  { client }: Pick<Place, "client">,
  contract: { readonly abi: Abi; readonly bytecode: Hex },
  args: readonly unknown[] = [],
): Promise<Address> {
  const { data: code } = await client.call({ data: encodeDeployData({ ...contract, args: [...args] }) });
  if (code === undefined) throw new Error("the constructor left no code");
  const address = newAddress();
  await client.setCode({ address, bytecode: code });
  return address;
}

const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

/** A deployed wallet with USDC; the private key is its owner's. */
export async function newContractWallet(place: Place): Promise<Buyer> {
  const privateKey = generatePrivateKey();
  const owner = privateKeyToAccount(privateKey).address;
  const address = await putContract(place, { abi: contractWalletAbi, bytecode: contractWalletBytecode }, [owner]);
  return withMoney(place, { privateKey, address });
}

async function withMoney(place: Place, { privateKey, address }: Omit<Buyer, "account">): Promise<Buyer> {
  await setBalance(place.client, place.deployment.usdc, address, BUYER_HOLDS);
  return { privateKey, address, account: `${place.caip2}:${address}` };
}

/** Sends a transaction from the owner and waits until it is mined. @returns its hash */
export async function sendAs(
  { client, rpcUrl }: Pick<Place, "client" | "rpcUrl">,
  { privateKey }: Pick<Buyer, "privateKey">,
  call: { readonly to: Address; readonly data: Hex },
): Promise<Hex> {
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, ...call });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error("the transaction failed");
  return hash;
}

/** An ordinary account that has delegated to `code` in a transaction sent by someone else (EIP-7702). */
export async function newDelegatedAccount(place: Place, code: Address): Promise<Buyer> {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  const sender = createWalletClient({
    account: privateKeyToAccount(generatePrivateKey()),
    transport: http(place.rpcUrl),
    pollingInterval: 100,
  }).extend(publicActions);
  await place.client.setBalance({ address: sender.account.address, value: parseEther("1") });
  const authorization = await account.signAuthorization({
    contractAddress: code,
    chainId: await place.client.getChainId(),
    nonce: 0,
  });
  const to = sender.account.address;
  const hash = await sender.sendTransaction({ chain: null, to, gas: 200_000n, authorizationList: [authorization] });
  await sender.waitForTransactionReceipt({ hash });
  return withMoney(place, { privateKey, address: account.address });
}

export interface UndeployedWallet extends Buyer {
  /** The owner's signature as wrapped by an undeployed wallet (EIP-6492). */
  wrap(signature: Hex, factoryData?: Hex): Hex;
  /** The factory call that deploys it. */
  readonly factoryData: Hex;
}

export const putWalletFactory = (place: Place): Promise<Address> =>
  putContract(place, { abi: walletFactoryAbi, bytecode: walletFactoryBytecode });

/** A wallet at the address that its factory will give it, with money but without code. */
export async function newUndeployedWallet(place: Place, factory: Address): Promise<UndeployedWallet> {
  const privateKey = generatePrivateKey();
  const args = [privateKeyToAccount(privateKey).address, zeroHash] as const;
  const address = await place.client.readContract({
    address: factory,
    abi: walletFactoryAbi,
    functionName: "addressOf",
    args,
  });
  const factoryData = encodeFunctionData({ abi: walletFactoryAbi, functionName: "create", args });
  return {
    ...(await withMoney(place, { privateKey, address })),
    factoryData,
    wrap: (signature, data = factoryData) => serializeErc6492Signature({ address: factory, data, signature }),
  };
}
