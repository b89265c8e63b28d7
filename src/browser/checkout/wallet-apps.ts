// Says what to do if a wallet app did not open. No browser reports that a link had no app to go to.

/** An app, or the wallet's site, takes the page away within this time. */
const OPENS_WITHIN_MS = 1_500;

export function watchWalletApps(): void {
  const note = document.getElementById("unopened");
  for (const link of document.querySelectorAll("#apps a")) {
    link.addEventListener("click", () => {
      if (note) note.textContent = "";
      const timer = setTimeout(() => {
        if (note && document.visibilityState === "visible") note.textContent = note.dataset.text ?? "";
      }, OPENS_WITHIN_MS);
      const opened = () => clearTimeout(timer);
      addEventListener("pagehide", opened, { once: true });
      document.addEventListener("visibilitychange", opened, { once: true });
    });
  }
}
