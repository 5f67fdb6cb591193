/** Style sheet of the inbox: two columns on a wide screen, and on a phone either the list or the mail. */
import { BASE_STYLE } from '../page-assets.ts';

export const INBOX_STYLE = `${BASE_STYLE}
body { height: 100vh; height: 100dvh; display: grid; grid: auto minmax(0, 1fr) / minmax(0, 1fr) }
main { display: grid; grid: minmax(0, 1fr) / 24rem minmax(0, 1fr) }
.top { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .75rem 1.5rem;
  background: var(--surface); border-bottom: 1px solid var(--line) }
h1 { font: 600 1.25rem var(--font-title) }
h1 a { display: flex; align-items: center; gap: .625rem; color: inherit; text-decoration: none }
form { display: flex; gap: .5rem; flex: 1; min-width: 0; max-width: 44rem; margin-left: auto }
input { flex: 2 1 8rem }
select { flex: 1 1 8rem }
nav { overflow: auto; border-right: 1px solid var(--line); background: var(--surface) }
nav h2, nav p { padding: .5rem 1.5rem }
nav h2 { padding-bottom: 0; font-size: var(--small) }
nav p { color: var(--muted); font-size: var(--tiny) }
.pages { display: flex; justify-content: space-between }
nav li a { border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .75rem 1.5rem; color: inherit;
  text-decoration: none }
nav li a:hover { background: var(--sunken) }
nav a[aria-current] { background: var(--accent-soft); box-shadow: inset 3px 0 var(--accent) }
nav a:focus-visible { outline-offset: -3px }
nav span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--muted); font-size: var(--small) }
nav time { color: var(--muted); font-size: var(--tiny); line-height: 1.6; font-variant-numeric: tabular-nums }
nav strong, nav strong + span { grid-column: 1 / -1 }
nav strong { font-weight: 600; line-height: 1.4 }
article { overflow: auto; padding: 1.5rem; display: flex; flex-direction: column; min-width: 0 }
.back { display: none; margin-bottom: .75rem }
article h2 { font: 600 1.5rem/1.25 var(--font-title); letter-spacing: -.01em; margin-bottom: .625rem }
dl { display: flex; flex-wrap: wrap; gap: .125rem 2rem; margin-bottom: 1.25rem; font-size: var(--small) }
dl div { display: flex; gap: .5rem; min-width: 0 }
dt { color: var(--muted) }
dd { overflow-wrap: anywhere }
.both { flex: 1; display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.25rem; min-height: 32rem }
section { display: flex; flex-direction: column; min-width: 0 }
h3 { font-size: var(--small); font-weight: 600; color: var(--muted); margin: 0 0 .375rem }
h3 a { font-weight: 400; margin-left: .5rem }
iframe, pre { flex: 1; width: 100%; margin: 0; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius) }
pre { padding: 1.25rem; font-size: var(--tiny); white-space: pre-wrap; overflow: auto }
.hint { margin: auto; text-align: center; color: var(--muted) }
.hint .mark { width: 3rem; height: 3rem; margin: 0 auto 1rem }
@media (max-width: 1100px) { .both { grid-template-columns: none } iframe { min-height: 46rem } }
@media (max-width: 720px) {
  body, main { display: block; height: auto }
  .top { padding: .75rem 1rem }
  form { flex-wrap: wrap; flex-basis: 100% }
  input { flex-basis: 100% }
  nav { border: 0 }
  nav :is(h2, p, li a) { padding-left: 1rem; padding-right: 1rem }
  article { padding: 1rem }
  .open nav, .closed article, .open form { display: none }
  .back { display: inline-block }
  iframe { min-height: 52rem }
  section:has(iframe) { margin: 0 -1rem }
  section:has(iframe) h3 { padding: 0 1rem }
  iframe { border-width: 1px 0; border-radius: 0 }
}
`;
