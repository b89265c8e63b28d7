// Pays a payment link with the key of an account: node pay.js <link>
import { createGatewayClient, PayError, pay } from "turnpike/client";
import { createWalletClient, formatUnits, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The gateway that this wallet trusts, the id it is registered under there, and the account that pays. */
const { GATEWAY_URL, APP_ID, RPC_URL, PRIVATE_KEY } = process.env;
const [, , link] = process.argv;
if (!GATEWAY_URL || !APP_ID || !RPC_URL || !PRIVATE_KEY || !link) {
  console.error("Set GATEWAY_URL, APP_ID, RPC_URL and PRIVATE_KEY, then: node pay.js <link>");
  process.exit(2);
}

const account = privateKeyToAccount(PRIVATE_KEY);
const client = createWalletClient({ account, transport: http(RPC_URL) });
const chain = `eip155:${await client.getChainId()}`;

/** An amount as the gateway tells it: an integer, with what it takes to show it where the gateway knows the asset. */
const shown = ({ value, unit, display }) =>
  display ? `${formatUnits(BigInt(value), display.decimals)} ${display.assetSymbol}` : `${value} ${unit}`;

try {
  const { paymentId, status, info } = await pay(link, {
    // A link of any other host is refused: it could be anybody's.
    payLinkHosts: [new URL(GATEWAY_URL).host],
    gateway: createGatewayClient({ baseUrl: GATEWAY_URL, appId: APP_ID, clientId: crypto.randomUUID() }),
    wallet: { account, clientOf: () => client },
    accounts: [`${chain}:${account.address}`],
    choose(options, { merchant, amount }) {
      console.log(`${merchant.name} asks for ${shown(amount)}, to be paid in:`);
      for (const option of options) console.log(`  ${shown(option.amount)}`);
      return options[0] ?? null;
    },
    onProgress: ({ step }) => console.log(step),
  });
  console.log(`${paymentId} ${status}${info ? ` by ${info.txId}` : ""}`);
  process.exitCode = status === "succeeded" ? 0 : 1;
} catch (error) {
  // Nothing was signed that is not what the option says; `reason` is for programs, the message for people.
  console.error(error instanceof PayError ? `${error.reason}: ${error.message}` : error);
  process.exitCode = 1;
}
