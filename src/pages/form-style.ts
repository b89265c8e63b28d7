// Styles of the pages with a form: mobile first, light and dark, left-to-right and right-to-left.
const GROUND = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --text: #16181d; --quiet: #5b6270; --line: #868d9b; --edge: #e4e7ec;
  --accent: #1a56db; --fill: var(--accent); --on-fill: #fff;
  --bad: #b42318; --bad-ground: #fef3f2; --good: #067647; --good-ground: #ecfdf3;
  --warn: #8a4b08; --warn-ground: #fff4e2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0f13; --card: #171a20; --text: #eceef2; --quiet: #a2a9b6; --line: #717a8b; --edge: #272c35;
    --accent: #8db4ff; --on-fill: #0d1526; --bad: #ffa198; --bad-ground: #2b1514; --good: #6ce9a6;
    --good-ground: #0c2318; --warn: #f7c57d; --warn-ground: #2b1f0c;
  }
}
* { box-sizing: border-box }
html { text-size-adjust: 100% }
body { margin: 0; background: var(--card); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { padding: 1.25rem 1.25rem 2rem; max-width: 30rem; margin: 0 auto }
.for { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; padding-block-end: 1rem;
  border-block-end: 1px solid var(--edge) }
.for img { border-radius: .5rem; display: block }
.for p { margin: 0; font-weight: 600; min-width: 0; overflow-wrap: anywhere; flex: 1 1 8rem }
.for .amount { flex: none; margin-inline-start: auto; font-weight: 650; text-align: end; white-space: nowrap }
.stripe { margin: -1.25rem -1.25rem 1.25rem; padding: .5rem 1.25rem; background: var(--warn-ground); color: var(--warn);
  font-weight: 600; text-align: center }
.brand { margin: 0 0 .75rem; color: var(--accent); font-weight: 650; overflow-wrap: anywhere }
.quiet { color: var(--quiet); font-size: .875rem; font-weight: 400 }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.25rem 0 .25rem } h1:focus, .summary:focus { outline: none }
.intro { margin: 0 0 1.5rem; color: var(--quiet); text-wrap: pretty } .end .intro { text-wrap: balance }
`;

/** Fields with their labels and messages. */
export const FIELD_STYLE = `fieldset { border: 0; padding: 0; margin: 0; min-width: 0 }
.field { margin-block-end: 1.25rem }
.field :is(input, select, textarea), .summary { scroll-margin-block: 5rem 3rem }
label, legend { display: block; padding: 0; font-weight: 600 }
.hint { margin: 0; color: var(--quiet); font-size: .875rem }
input:not([type=radio], [type=checkbox]), select, textarea {
  display: block; inline-size: 100%; min-block-size: 3rem; margin-block-start: .375rem; padding: .625rem .75rem;
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  appearance: none
}
input[type=date] { appearance: auto }
textarea { resize: vertical }
select {
  padding-inline-end: 2.25rem; background-repeat: no-repeat; background-position: right .875rem center;
  text-overflow: ellipsis;
  background-image: linear-gradient(45deg, transparent 50%, var(--quiet) 50%),
    linear-gradient(-45deg, transparent 50%, var(--quiet) 50%);
  background-size: .375rem .375rem; background-position: calc(100% - 1.125rem) 55%, calc(100% - .75rem) 55%
}
:dir(rtl) > select { background-position: .75rem 55%, 1.125rem 55% }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
input[type=radio], input[type=checkbox] { inline-size: 1.25rem; block-size: 1.25rem; margin: .125rem 0 0; flex: none;
  accent-color: var(--accent) }
input[type=radio] { appearance: none; border: 2px solid var(--line); border-radius: 50% }
input[type=radio]:checked { border: .375rem solid var(--accent) }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; margin-block: .5rem 1rem }
.choices label, .check { display: flex; gap: .625rem; align-items: start; font-weight: 400; cursor: pointer }
.choices label { flex: 1 1 9rem; min-block-size: 3rem; align-items: center; gap: .5rem; padding: .5rem .625rem;
  border: 1px solid var(--line); border-radius: .5rem }
.choices label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.choices input { margin: 0 }
form:has(#place-por:checked) .pob, form:has(#place-pob:checked) .por { display: none }
.error { margin: .375rem 0 0; color: var(--bad); font-size: .875rem; font-weight: 600 } .error:empty { display: none }
[aria-invalid=true]:not([type=checkbox]) { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.summary { background: var(--bad-ground); border: 1px solid var(--bad); border-radius: .5rem; padding: .75rem 1rem;
  margin-block-end: 1.5rem }
.summary h2 { font-size: 1rem; margin: 0 } .summary ul { margin: .25rem 0 0; padding-inline-start: 1.125rem }
.summary a { color: var(--bad) }
`;

export const FORM_STYLE = `${GROUND}${FIELD_STYLE}button {
  inline-size: 100%; min-block-size: 3.25rem; border: 1px solid var(--accent); border-radius: .5rem; font: inherit;
  font-weight: 650; cursor: pointer;
  background: var(--fill); color: var(--on-fill)
}
button:hover { filter: brightness(1.08) } button[aria-disabled=true] { opacity: .6; cursor: progress }
a { color: var(--accent) }
.small { color: var(--quiet); font-size: .8125rem; margin: 1rem 0 0 }
.end { text-align: center; padding-block: 2.5rem 1rem }
.end svg { inline-size: 3.5rem; block-size: 3.5rem; padding: .875rem; border-radius: 50%;
  background: var(--good-ground); color: var(--good) }
.end.closed svg { background: var(--bad-ground); color: var(--bad) }
@media (min-width: 34rem) {
  body { background: var(--page); padding-block: 3rem }
  main { background: var(--card); border: 1px solid var(--edge); border-radius: 1rem; padding: 2rem;
    box-shadow: 0 1px 3px rgb(0 0 0 / 6%) }
}
@media (forced-colors: active) { .choices label:has(:checked) { border-color: Highlight } }
`;
