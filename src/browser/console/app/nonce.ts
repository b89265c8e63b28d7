// The policy of the page allows style elements by a nonce, which the page names as Vite expects it.
// https://vite.dev/guide/features#content-security-policy-csp

export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

/** get-nonce, by which the lock on scrolling under a dialog finds it, looks for webpack's global. */
export function announceNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
