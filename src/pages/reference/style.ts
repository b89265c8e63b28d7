// Styles of the API reference: contents beside the text, and examples beside what they show, as the width allows.
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fff; --ground: #f5f6f8; --text: #16181d; --quiet: #5b6270; --edge: #e4e7ec; --accent: #1a56db;
  --get: #067647; --post: #1a56db; --change: #93370d; --delete: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0f13; --ground: #171a20; --text: #eceef2; --quiet: #a2a9b6; --edge: #272c35; --accent: #8db4ff;
    --get: #6ce9a6; --post: #8db4ff; --change: #fdb022; --delete: #ffa198;
  }
}
* { box-sizing: border-box }
html { text-size-adjust: 100%; scroll-padding-block-start: 1rem }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
a { color: var(--accent); text-underline-offset: .2em; overflow-wrap: anywhere }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
p { margin: .5rem 0; max-width: 42rem }
code { font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
pre { font: .8125rem/1.55 ui-monospace, SFMono-Regular, Menlo, monospace }
main { padding: 1rem 1.25rem 5rem; min-width: 0 }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; margin: 1.5rem 0 1rem }
h2 { font-size: 1.5rem; line-height: 1.3; letter-spacing: -.01em; margin: 4rem 0 .5rem }
h3 { font-size: 1.1875rem; line-height: 1.4; margin: 0 0 .25rem } h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
h4 { font-size: .875rem; margin: 1.75rem 0 .25rem }
section { padding-block: 2.25rem 2rem; border-block-start: 1px solid var(--edge) }
nav { padding: 1rem 1.25rem; border-block-end: 1px solid var(--edge); font-size: .9375rem; line-height: 1.4 }
nav a { color: inherit; text-decoration: none } nav a:hover { color: var(--accent); text-decoration: underline }
nav ul { list-style: none; margin: 0; padding: 0 } nav li a { display: block; padding: .3125rem 0; color: var(--quiet) }
nav p { margin: 1.25rem 0 .25rem; font-weight: 650 } nav .brand { margin: 0; font-weight: 400 }
nav .brand b { font-size: 1.0625rem }
summary { cursor: pointer; margin-block-start: .75rem; padding-block: .375rem; font-weight: 600 }
.wide { display: none }
.quiet { color: var(--quiet) }
.call { display: flex; gap: .625rem; align-items: baseline; margin: 0 0 .75rem }
.method { font: 700 .75rem/1 ui-monospace, SFMono-Regular, Menlo, monospace; flex: none; padding: .25rem .4375rem;
  border: 1px solid; border-radius: .375rem }
.get { color: var(--get) } .post { color: var(--post) } .put, .patch { color: var(--change) }
.delete { color: var(--delete) }
.fields { list-style: none; margin: .25rem 0; padding: 0; overflow-wrap: anywhere }
.fields > li { padding-block: .625rem; border-block-start: 1px solid var(--edge) }
.fields > li:first-child { border: 0 }
.fields .fields { margin: .5rem 0 0; padding-inline-start: 1rem; border-inline-start: 2px solid var(--edge) }
.fields .fields > li { padding-block: .375rem; border: 0 }
.fields code { font-weight: 600 } .fields .quiet { font-size: .875rem } .what { display: block }
figure { margin: 0 0 1.25rem } figcaption { font-size: .8125rem; color: var(--quiet); margin-block-end: .25rem }
pre { margin: 0; padding: .875rem 1rem; background: var(--ground); border: 1px solid var(--edge);
  border-radius: .625rem; overflow: auto; max-height: 28rem }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr) }
  nav { position: sticky; inset-block-start: 0; block-size: 100vh; overflow-y: auto; padding: 1.5rem; border: 0;
    border-inline-end: 1px solid var(--edge) }
  .fold { display: none } .wide { display: block }
  main { padding: 2rem 3rem 6rem }
}
@media (min-width: 80rem) {
  main { max-width: 84rem }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 3rem }
  .examples { position: sticky; inset-block-start: 2rem; align-self: start }
}
`;
