// embed.js, for a shop's page: shows the checkout in a modal or inside an element, and reports its status. It accepts
// only its frame's messages from this server; the frame sends them only to the origin in its address.
(() => {
  const server = new URL(document.currentScript.src).origin;
  // New tabs, of wallet apps and the page itself, leave the sandbox.
  const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox";

  /** @throws TypeError if the link is not of the server that this script comes from */
  function createFrame(gatewayUrl, { title = "Payment", onStatus }, onMessage) {
    const url = new URL(gatewayUrl);
    if (url.origin !== server) throw new TypeError(`${gatewayUrl} is not a payment link of ${server}`);
    url.searchParams.set("embed", location.origin);
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.setAttribute("sandbox", SANDBOX);
    frame.allow = "clipboard-write";
    frame.referrerPolicy = "no-referrer";
    frame.src = url.href;
    Object.assign(frame.style, { display: "block", width: "100%", height: "40rem", border: "0" });
    const listen = ({ origin, source, data }) => {
      if (origin !== server || source !== frame.contentWindow || typeof data?.type !== "string") return;
      if (data.type === "turnpike:status") {
        const { paymentId, status, isFinal } = data;
        onStatus?.({ paymentId, status, isFinal });
      }
      onMessage(data);
    };
    addEventListener("message", listen);
    return { frame, stop: () => removeEventListener("message", listen) };
  }

  function open(gatewayUrl, options = {}) {
    const { closeLabel = "Close", title = "Payment", onClose } = options;
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
    Object.assign(button.style, { display: "block", margin: "0 0 0 auto", padding: "0.75rem 1rem", font: "inherit" });
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
  }

  function mount(element, gatewayUrl, options = {}) {
    const { frame, stop } = createFrame(gatewayUrl, options, ({ type, height }) => {
      if (type === "turnpike:size" && Number.isFinite(height)) frame.style.height = `${Math.ceil(height)}px`;
    });
    element.append(frame);
    return {
      close() {
        stop();
        frame.remove();
      },
    };
  }

  window.Turnpike = { open, mount };
})();
