// Pays a payment link with an account's private key: node pay.js <link>
import { createGatewayClient, PayError, pay } from "turnpike/client";
import { createWalletClient, formatUnits, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** The gateway that this wallet trusts, the wallet's app id there, and the account that pays. */
const { GATEWAY_URL, APP_ID, RPC_URL, PRIVATE_KEY } = process.env;
const [, , link] = process.argv;
if (!GATEWAY_URL || !APP_ID || !RPC_URL || !PRIVATE_KEY || !link) {
  console.error("Set GATEWAY_URL, APP_ID, RPC_URL and PRIVATE_KEY, then run: node pay.js <link>");
  process.exit(2);
}

const account = privateKeyToAccount(PRIVATE_KEY);
const client = createWalletClient({ account, transport: http(RPC_URL) });
const chain = `eip155:${await client.getChainId()}`;

/** Formats an amount. The gateway sends an integer, with `display` if it knows the asset. */
const shown = ({ value, unit, display }) =>
  display ? `${formatUnits(BigInt(value), display.decimals)} ${display.assetSymbol}` : `${value} ${unit}`;

try {
  const { paymentId, status, info } = await pay(link, {
    // Links of any other host are refused: anybody could have made them.
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
  // Everything signed or sent matched the option. `reason` is for programs, the message for people.
  console.error(error instanceof PayError ? `${error.reason}: ${error.message}` : error);
  process.exitCode = 1;
}
