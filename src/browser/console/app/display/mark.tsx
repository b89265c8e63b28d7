// The product's logo: a barrier across a road, seen from above. Always shown next to the name.

export const Mark = ({ size = 26 }: { readonly size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 26 26"
    style={{ color: "var(--accent)", flex: "none", display: "block" }}
  >
    <rect width="26" height="26" rx="7" fill="currentColor" />
    <path d="M7 8.5h12M13 8.5v10M8.5 18.5h9" stroke="var(--panel)" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
