// Styles of a payment link's page, in addition to the styles of the checkout and of form fields.
import { FIELD_STYLE } from "../form-style.ts";

export const STYLE = `${FIELD_STYLE}
.to:only-child { color: var(--text); font-size: 1.375rem; line-height: 1.3; font-weight: 700 }
.error, .summary { overflow-wrap: anywhere }
.summary ul { list-style: disc }
.money { display: flex; align-items: center; margin-block-start: .375rem; border: 1px solid var(--line);
  border-radius: .5rem }
.money:focus-within { outline: 3px solid var(--accent); outline-offset: 2px }
.money:has([aria-invalid=true]) { border-color: var(--bad) }
.money input#amount { flex: 1; min-inline-size: 0; margin: 0; border: 0; outline: none; box-shadow: none }
.money span { padding-inline: .25rem .875rem; color: var(--quiet); font-weight: 600 }
.small { margin: 1rem 0 0; color: var(--quiet); font-size: .8125rem }
.app { padding-block-start: 1.5rem; border-block-start: 1px solid var(--edge) }
@media (hover: none) and (pointer: coarse) { .app { display: none } }
`;
