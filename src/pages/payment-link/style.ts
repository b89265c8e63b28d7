// Styles of a payment link's page, besides those of all forms.
import { FORM_STYLE } from "../form-style.ts";

export const STYLE = `${FORM_STYLE}
.test { margin: 0 0 1rem; padding: .375rem .875rem; border-radius: .5rem; background: var(--bad-ground);
  color: var(--text); font-size: .875rem; font-weight: 600; text-align: center }
h1, .error, .summary { overflow-wrap: anywhere } h1 { margin-block-end: 1.25rem } .end h1 { margin-block-end: .25rem }
details { margin-block-start: 1.5rem; border-block-start: 1px solid var(--edge); padding-block-start: .5rem }
summary { min-block-size: 2.75rem; display: flex; align-items: center; gap: .5rem; color: var(--quiet);
  cursor: pointer }
.qr { display: block; inline-size: 100%; max-inline-size: 15rem; margin: .5rem auto; background: #fff;
  border-radius: .5rem }
.qr path { fill: #000 }
footer { padding: .5rem 1.25rem 1.5rem; font-size: .875rem }
footer ul { display: flex; flex-wrap: wrap; justify-content: center; list-style: none; margin: 0; padding: 0 }
footer a, footer span { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: .5rem;
  color: var(--quiet) }
footer span { color: var(--text); font-weight: 600 }
`;
