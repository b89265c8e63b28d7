// Tells the shop's page that shows this one in a frame: the status, the height, and that the buyer wants to close it.
// Only the origin that the partner allowed receives it (embed.js in src/pages/embed).
import type { CheckoutData, Live } from "./context.ts";

export function tellEmbedder({ embedOrigin, paymentId, status }: CheckoutData, live: Live): void {
  if (embedOrigin === null || parent === window) return;
  const post = (message: object): void => parent.postMessage(message, embedOrigin);
  const tell = (now: string, isFinal: boolean): void =>
    post({ type: "turnpike:status", paymentId, status: now, isFinal });
  live.subscribe((now) => tell(now.status, now.isFinal));
  tell(status, live.current.isFinal);
  // Keys pressed in a frame do not reach the page around it.
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) post({ type: "turnpike:close" });
  });
  new ResizeObserver(() => post({ type: "turnpike:size", height: document.body.scrollHeight })).observe(document.body);
}
