// embed.js, for a shop's page: shows the checkout in a modal or inside an element, and reports its status. It accepts
// only its frame's messages from this server; the frame sends them only to the origin in its address.
// A block keeps its constants out of the page's globals.
{
  const server = new URL(document.currentScript.src).origin;
  // New tabs, of wallet apps and the page itself, leave the sandbox.
  const ALLOWED = ["scripts", "same-origin", "forms", "modals", "popups", "popups-to-escape-sandbox"];

  const TEXTS = EMBED_TEXTS;
  /** Texts in the page's language, if known. */
  const texts = () => TEXTS[document.documentElement.lang.slice(0, 2).toLowerCase()] ?? TEXTS.en;

  /** After the load. */
  const SILENT_MS = 2_000;

  const newTabLink = (href) => {
    const textContent = texts().open;
    const link = Object.assign(document.createElement("a"), { href, target: "_blank", textContent });
    Object.assign(link.style, { display: "block", padding: "1.5rem", color: "inherit" });
    return link;
  };

  /** @throws TypeError if the link is not of the server that this script comes from */
  const createFrame = (gatewayUrl, { title = "Payment", onStatus, onError }, onMessage) => {
    const url = new URL(gatewayUrl);
    if (url.origin !== server) throw new TypeError(`${gatewayUrl} is not a payment link of ${server}`);
    url.searchParams.set("embed", location.origin);
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.sandbox.add(...ALLOWED.map((each) => `allow-${each}`));
    frame.allow = "clipboard-write; web-share";
    frame.referrerPolicy = "no-referrer";
    frame.src = url.href;
    Object.assign(frame.style, { display: "block", width: "100%", height: "40rem", border: "0" });
    let shown = frame;
    let isThere = false;
    const listen = ({ origin, source, data }) => {
      if (origin !== server || source !== frame.contentWindow || typeof data?.type !== "string") return;
      isThere = true;
      if (data.type === "turnpike:status") {
        const { paymentId, status, isFinal } = data;
        onStatus?.({ paymentId, status, isFinal });
      }
      onMessage(data);
    };
    addEventListener("message", listen);
    const notShown = () => {
      if (isThere || !frame.isConnected) return;
      shown = newTabLink(gatewayUrl);
      frame.replaceWith(shown);
      onError?.({ code: "not_shown" });
    };
    frame.addEventListener("load", () => setTimeout(notShown, SILENT_MS));
    const stop = () => {
      removeEventListener("message", listen);
      shown.remove();
    };
    return { frame, stop };
  };

  const open = (gatewayUrl, options = {}) => {
    const { closeLabel = texts().close, title = "Payment", onClose } = options;
    const dialog = document.createElement("dialog");
    const { frame, stop } = createFrame(gatewayUrl, options, ({ type }) => {
      if (type === "turnpike:close") dialog.close();
    });
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = closeLabel;
    button.addEventListener("click", () => dialog.close());
    dialog.setAttribute("aria-label", title);
    const width = "min(30rem, 100vw - 1rem)";
    Object.assign(dialog.style, { width, maxWidth: "none", padding: "0", border: "0", borderRadius: "1rem" });
    // The checkout's colours; browsers without `light-dark` keep the system's.
    Object.assign(dialog.style, { colorScheme: "light dark", background: "Canvas", color: "CanvasText" });
    Object.assign(dialog.style, { background: "light-dark(#fff, #171a20)", color: "light-dark(#16181d, #eceef2)" });
    Object.assign(button.style, { display: "block", marginInline: "auto 0", minHeight: "2.75rem", padding: "0 1rem" });
    Object.assign(button.style, { font: "600 1rem/1.5 system-ui, sans-serif", color: "inherit", cursor: "pointer" });
    Object.assign(button.style, { background: "none", border: "0", borderRadius: "1rem", outlineOffset: "-4px" });
    frame.style.height = "min(44rem, 100dvh - 6rem)";
    dialog.append(button, frame);
    // The browser keeps the focus inside and returns it to the opener.
    dialog.addEventListener("close", () => {
      stop();
      dialog.remove();
      onClose?.();
    });
    document.body.append(dialog);
    dialog.showModal();
    return { close: () => dialog.close() };
  };

  const mount = (element, gatewayUrl, options = {}) => {
    const { frame, stop } = createFrame(gatewayUrl, options, ({ type, height }) => {
      if (type === "turnpike:size" && Number.isFinite(height)) frame.style.height = `${Math.ceil(height)}px`;
    });
    element.append(frame);
    return { close: stop };
  };

  window.Turnpike = { open, mount };
}
