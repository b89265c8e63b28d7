// Errors of a chain without its RPC URLs, which may contain a provider's key.
import { BaseError } from "viem";
import { CommandError } from "../output/output.ts";

/** @throws CommandError in place of viem's errors, whose message contains the URL */
export const withoutUrls = <T>(urls: readonly string[], run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    if (!(error instanceof BaseError)) throw error;
    const text = [error.shortMessage, error.details].join(" ");
    throw new CommandError(urls.reduce((said, url) => said.replaceAll(url, "the RPC URL"), text).trim());
  });
