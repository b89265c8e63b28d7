// How long a host's addresses are tried, one after the other. Node's default of 250 ms ends every attempt but the last
// before a distant receiver, or one whose first packet was lost, can accept it.

/** The time for an address in all connections of the process: a lost packet is sent again after 1 s. */
export const ATTEMPT_MS = 2_500;

/** @returns the milliseconds for each address but the last, so that all can be tried in time, with time to respond */
export const attemptMs = (timeoutMs: number, addresses: number): number => Math.floor(timeoutMs / (addresses + 1));
