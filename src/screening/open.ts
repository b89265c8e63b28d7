// Opens the configured screening sources.
import { type Address, getAddress, zeroAddress } from "viem";
import { type Screening, ScreeningSourceError } from "../operations/gateway/screen-accounts.ts";
import type { Log } from "../operations/ports/log.ts";
import { listFile } from "./list-file.ts";
import { createScreening, type OnLookup, type ScreeningPart } from "./screening.ts";
import type { ScreeningSource } from "./setting.ts";

interface OracleChains {
  /** A lookup in an oracle contract; undefined if the chain is not configured. */
  oracleOn(
    chain: string,
    contract: Address,
  ): ((accounts: readonly Address[]) => Promise<readonly boolean[]>) | undefined;
}

interface OpenScreeningPorts extends OracleChains {
  readonly log: Log;
  readonly onLookup?: OnLookup;
}

/** A dummy account to test a source with. */
const NOBODY = { chain: "eip155:1", address: zeroAddress, text: `eip155:1:${zeroAddress}` };

/**
 * Tests each source once. A source that does not respond may do so later.
 * @throws ScreeningSourceError if one is misconfigured
 */
export async function openScreening(
  sources: readonly ScreeningSource[],
  ports: OpenScreeningPorts,
): Promise<Screening> {
  const parts = sources.map((source) => partOf(source, ports));
  for (const part of parts) {
    try {
      await part([NOBODY]);
    } catch (error) {
      if (error instanceof ScreeningSourceError) throw error;
      ports.log.warn({ err: error }, "a screening source does not respond: nobody can pay until it does");
    }
  }
  return createScreening(parts, undefined, ports.onLookup);
}

/** Tests one source. @throws the error that it fails with */
export async function trySource(source: ScreeningSource, chains: OracleChains): Promise<void> {
  await partOf(source, chains)([NOBODY]);
}

function partOf(source: ScreeningSource, { oracleOn }: OracleChains): ScreeningPart {
  if (source.type === "list") return listFile(source.file);
  const ask = oracleOn(source.chain, source.address);
  if (!ask) throw new ScreeningSourceError(`${source.chain} is not in the chains file`);
  return (accounts) => ask(accounts.map(({ address }) => getAddress(address)));
}
