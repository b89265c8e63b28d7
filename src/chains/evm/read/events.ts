// Reads the router's events and deposits, of one block by its hash or of a range by numbers. An event that is not of
// these blocks, or that cannot be decoded, is an error: viem's getLogs would drop it.
import { type Address, type Hex, zeroAddress } from "viem";
import type {
  Block,
  BlockRange,
  ChainEvents,
  ChainReader,
  Own,
  OwnKeys,
} from "../../../operations/ports/chain/chain-reader.ts";
import type { EventPlace } from "../../../payment/transfers/deposit-event.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { readLogRange } from "../nodes/log-range.ts";
import { PAID_TOPIC, RECOVERED_TOPIC, toPaidEvent, toRecoveredEvent } from "../router/paid-event.ts";
import { toBlock } from "./block.ts";
import {
  createAddressLimit,
  readLogs,
  transfersTo,
  type Watched,
  type Where,
  watchedFor,
  whereIn,
} from "./deposits.ts";
import { verifyEvents } from "./verify-events.ts";

/** Blocks, and how a node is asked for their events. */
interface Wanted {
  readonly where: Where;
  readonly blocks: BlockRange;
}

export function eventReader(
  connection: Connection,
  config: EvmChainConfig,
): Pick<ChainReader, "eventsIn" | "eventsFrom"> {
  const limit = createAddressLimit();
  const ask = <T>(request: () => Promise<T>): Promise<T> => withChainErrors(config.caip2, request);

  async function read({ where, blocks }: Wanted, watched: Watched): Promise<ChainEvents> {
    const filter = { address: config.router, topics: [[PAID_TOPIC, RECOVERED_TOPIC]], ...where };
    const [logs, deposits] = await Promise.all([
      readLogs(connection, filter),
      transfersTo(connection, config, { watched, limit }, { where, blocks }),
    ]);
    const isRecovered = ({ topics }: (typeof logs)[number]): boolean => topics[0] === RECOVERED_TOPIC;
    const recovered = logs.filter(isRecovered);
    const paid = logs.filter((log) => !isRecovered(log));
    return {
      transfers: paid.map((log) => toPaidEvent(log, config, blocks.from, blocks.to)),
      recoveries: recovered.map((log) => toRecoveredEvent(log, config, blocks.from, blocks.to)),
      deposits,
    };
  }

  const readBlock = async ({ number, hash }: Block, watched: Watched): Promise<ChainEvents> =>
    inBlock(await read({ where: { blockHash: hash }, blocks: { from: number, to: number } }, watched), hash);

  /** Selects own events, and checks them. @param at hash of the block whose state shows traces, or "latest" */
  async function checked(found: ChainEvents, { keys, addresses }: Own, at: Hex | "latest"): Promise<ChainEvents> {
    const named = [...found.transfers, ...found.recoveries].map(({ paymentKey }) => paymentKey);
    const known = keys && (named.length > 0 ? await keys([...new Set(named)]) : new Set());
    const isKnown = ({ paymentKey }: { readonly paymentKey: Hex }): boolean => known?.has(paymentKey) ?? true;
    // The key of a payment that was dropped with its month is unknown. Its deposit addresses stay.
    const ofAddresses = [...found.deposits, ...[...found.recoveries, ...found.transfers].filter((e) => !isKnown(e))];
    const receivers = [...new Set(ofAddresses.flatMap((event) => depositAddressOf(event) ?? []))];
    const own = receivers.length > 0 ? await addresses?.among(receivers) : undefined;
    const isOwn = (event: AnyEvent): boolean => own?.has(depositAddressOf(event) ?? zeroAddress) ?? false;
    const transfers = found.transfers.filter((event) => isKnown(event) || isOwn(event));
    await ask(() => verifyEvents(connection, config, transfers, at));
    return {
      transfers: inOrder(transfers),
      recoveries: inOrder(found.recoveries.filter((event) => isKnown(event) || isOwn(event))),
      deposits: inOrder(found.deposits.filter(isOwn)),
    };
  }

  return {
    async eventsIn(block, own) {
      const watched = await watchedFor(own.addresses, limit, 1);
      return checked(await ask(() => readBlock(block, watched)), own, block.hash);
    },
    async eventsFrom(from, to, own) {
      const blocks = Math.min(Number(to - from) + 1, connection.logRangeMax());
      const watched = await watchedFor(own.addresses, limit, blocks);
      const reads = {
        inRange: (blocks: BlockRange) => read({ where: whereIn(blocks), blocks }, watched),
        inBlock: async (number: bigint) =>
          readBlock(toBlock(await connection.client.getBlock({ blockNumber: number })), watched),
      };
      const found = await ask(() => readLogRange(connection.logRangeMax, { from, to }, reads));
      return { ...(await checked(found.logs, own, "latest")), to: found.to };
    },
  };
}

type AnyEvent = ChainEvents[keyof ChainEvents][number];

/** Null: the event is of no deposit address. */
function depositAddressOf(event: AnyEvent): Address | null {
  if ("address" in event) return event.address;
  return event.method === "deposit" ? event.payer : null;
}

/** The same reader, with the router's payments alone. */
export function paidReader<R extends Pick<ChainReader, "eventsIn" | "eventsFrom">>(reader: R) {
  const ownBy = (keys: OwnKeys | undefined): Own => ({ ...(keys && { keys }) });
  const paid: Pick<ChainReader, "paidEventsIn" | "paidEventsFrom"> = {
    paidEventsIn: async (block, keys) => (await reader.eventsIn(block, ownBy(keys))).transfers,
    async paidEventsFrom(from, to, keys) {
      const { transfers: events, to: last } = await reader.eventsFrom(from, to, ownBy(keys));
      return { events, to: last };
    },
  };
  return { ...reader, ...paid };
}

/** @throws if an event is in another block with the same number */
function inBlock(found: ChainEvents, hash: Hex): ChainEvents {
  const events: EventPlace[] = [...found.transfers, ...found.recoveries, ...found.deposits];
  if (events.some(({ blockHash }) => blockHash !== hash)) throw new TypeError("the event is in another block");
  return found;
}

export const inOrder = <T extends EventPlace>(events: readonly T[]): readonly T[] =>
  events.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
