// Asks what came to the deposit address that the page shows: a part of the amount does not change the payment's status.
import { ApiError, type GatewayClient } from "../../client/index.ts";
import type { Live } from "./context.ts";

/** With the time to fetch the page, a deposit shows within two seconds after its block. */
const EVERY_MS = 1_000;
/** The page is fetched at least as often: it also says if another token has come. */
const PAGE_EVERY_MS = 15_000;
const AFTER_REFUSAL_MS = 15_000;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** Runs while the page shows an address. A hidden page asks nothing. @param refresh fetches the page */
export async function followDeposit(
  gateway: Pick<GatewayClient, "deposit">,
  paymentId: string,
  live: Live,
  refresh: () => Promise<void>,
): Promise<void> {
  let fetchedMs = performance.now();
  const fetchPage = async (): Promise<void> => {
    await refresh();
    fetchedMs = performance.now();
  };
  while (live.current.status === "requires_action") {
    const { asset, received } = document.getElementById("sending")?.dataset ?? {};
    if (asset === undefined) return;
    let pauseMs = EVERY_MS;
    if (document.visibilityState === "visible") {
      try {
        const answer = await gateway.deposit(paymentId, { asset });
        const isOld = performance.now() - fetchedMs >= PAGE_EVERY_MS;
        if (answer.received.value !== received || isOld) await fetchPage();
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status < SERVER_ERROR && error.status !== TOO_MANY;
        if (isRefused) await fetchPage(); // the page says why
        pauseMs = AFTER_REFUSAL_MS;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
