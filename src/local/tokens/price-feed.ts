// Price feeds on the local chain for assets that are not pegged to a payment's currency. They have Chainlink's
// interface, and anyone can set their answer.
import { encodeDeployData, zeroHash } from "viem";
import { type Create2, create2 } from "../../chains/evm/config/deploy.ts";
import { priceFeedAbi, priceFeedBytecode } from "../abi/price-feed.ts";

/** Same as Chainlink's USD feeds. */
const FEED_DECIMALS = 8;

/** The initial answers, by Chainlink's feed names. */
const ANSWERS = { "ETH / USD": 3_000_00000000n, "EUR / USD": 1_08000000n } as const;

/** The same address on every local chain. */
export const localFeed = (description: keyof typeof ANSWERS): Create2 =>
  create2(
    zeroHash,
    encodeDeployData({
      abi: priceFeedAbi,
      bytecode: priceFeedBytecode,
      args: [description, FEED_DECIMALS, ANSWERS[description]],
    }),
  );
