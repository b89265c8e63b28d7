// Opens the sources that the setting names.
import { type Address, getAddress, zeroAddress } from "viem";
import type { Log } from "../operations/log.ts";
import { type Screening, ScreeningSourceError } from "../operations/screen-accounts.ts";
import { listFile } from "./list-file.ts";
import { createScreening, type ScreeningPart } from "./screening.ts";
import type { ScreeningSource } from "./setting.ts";

interface OracleChains {
  /** An oracle contract as a chain of this installation answers for it; undefined where the chain is not configured. */
  oracleOn(
    chain: string,
    contract: Address,
  ): ((accounts: readonly Address[]) => Promise<readonly boolean[]>) | undefined;
}

interface OpenScreeningPorts extends OracleChains {
  readonly log: Log;
}

/** An account that every source can be asked about. */
const NOBODY = { chain: "eip155:1", address: zeroAddress, text: `eip155:1:${zeroAddress}` };

/**
 * Asks each source once: one that does not answer may do so later.
 * @throws ScreeningSourceError where one is wrong
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
      ports.log.warn({ err: error }, "a screening source does not answer: nobody can pay until it does");
    }
  }
  return createScreening(parts);
}

/** Asks one source about nobody. @throws what keeps it from answering */
export async function trySource(source: ScreeningSource, chains: OracleChains): Promise<void> {
  await partOf(source, chains)([NOBODY]);
}

function partOf(source: ScreeningSource, { oracleOn }: OracleChains): ScreeningPart {
  if (source.type === "list") return listFile(source.file);
  const ask = oracleOn(source.chain, source.address);
  if (!ask) throw new ScreeningSourceError(`${source.chain} is not in the chains file`);
  return (accounts) => ask(accounts.map(({ address }) => getAddress(address)));
}
