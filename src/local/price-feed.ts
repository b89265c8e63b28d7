// Price feeds on the local chain, so that what is not pegged to a payment's currency has a price there. They answer as
// Chainlink's do, and whatever somebody set them to.
import { encodeDeployData, zeroHash } from "viem";
import { type Create2, create2 } from "../chains/evm/deploy.ts";
import { priceFeedAbi, priceFeedBytecode } from "./abi/price-feed.ts";

/** As Chainlink's feeds in US dollars. */
const FEED_DECIMALS = 8;

/** What the local chain's feeds say at first, by the names that Chainlink's have. */
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
