// The CSP nonce for style elements, read from the meta tag that Vite defines.
// https://vite.dev/guide/features#content-security-policy-csp

export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

/** Mantine's scroll lock reads its nonce through get-nonce, which looks for webpack's global. */
export function announceNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
