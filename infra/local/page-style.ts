/** Style sheet of the front page and of the hosted pages of the payment provider. */
import { BASE_STYLE } from './page-assets.ts';

export const PAGE_STYLE = `${BASE_STYLE}
.top, main { max-width: 31rem; margin: 0 auto; padding: 0 1rem }
.wide .top, .wide main { max-width: 52rem }
.top { display: flex; align-items: center; gap: .625rem; padding-top: 2rem; padding-bottom: 1.25rem }
.top strong { flex: 1; font: 600 1.0625rem var(--font-title) }
main { display: grid; gap: 1.25rem; padding-bottom: 3rem }
main > * { min-width: 0 }
.card { display: grid; gap: 1.25rem; padding: 1.75rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: var(--radius); box-shadow: var(--shadow); min-width: 0 }
h1 { font-size: 1.125rem; line-height: 1.35; font-weight: 600 }
.wide h1 { font: 600 2rem/1.2 var(--font-title); letter-spacing: -.01em }
h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 600 }
.amount { margin-top: .125rem; font-size: 2.5rem; line-height: 1.15; font-weight: 650; letter-spacing: -.01em; font-variant-numeric: tabular-nums }
.wide td { text-align: left }
.note { text-align: center; color: var(--muted); font-size: var(--tiny) }
.lead { margin-top: .5rem; color: var(--muted); font-size: 1.0625rem }
small { display: block; font-size: var(--small); font-weight: 400; color: var(--muted) }
table { width: 100%; border-collapse: collapse }
th, td { padding: .75rem 0; text-align: left; font-weight: 600; vertical-align: top; border-top: 1px solid var(--line) }
td { padding-left: 1rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
tbody tr:last-child > * { border-bottom: 1px solid var(--line) }
dl { display: grid; gap: .5rem; font-size: var(--small) }
dl div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: .75rem }
dt { color: var(--muted) }
dd { overflow-wrap: anywhere }
.assurance { display: flex; gap: .75rem; padding: .875rem 1rem; border-radius: var(--radius); background: var(--success-soft); color: var(--success);
  font-size: var(--small) }
.assurance svg { flex: none; width: 1.25rem; height: 1.25rem; margin-top: .0625rem; fill: none; stroke: currentColor; stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round }
button.primary { width: 100%; min-height: 3rem; font-size: 1.0625rem }
.back { text-align: center; font-size: var(--small) }
[role=alert] { padding: .75rem 1rem; border-radius: var(--radius); background: var(--accent-soft); font-weight: 600 }
.success { background: var(--success-soft); color: var(--success) }
.tests { display: grid; gap: 1rem; padding: 1.5rem 1.75rem; border: 1px dashed var(--line-strong); border-radius: var(--radius) }
.tests header { display: flex; align-items: center; gap: .625rem }
.tests form { display: grid; gap: .5rem }
.tests form:has(label) { grid-template-columns: minmax(0, 1fr) 9rem; align-items: end; gap: .5rem .75rem }
.tests button { width: 100%; padding: .625rem .875rem; text-align: left; line-height: 1.4; border-color: var(--line) }
.tests button:hover { border-color: var(--line-strong) }
.tests label { order: 1; font-size: var(--tiny); color: var(--muted) }
.tests input { display: block; width: 100%; margin-top: .125rem }
.links { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 1rem }
.links a { display: grid; gap: .25rem; align-content: start; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
  box-shadow: var(--shadow); color: inherit; text-decoration: none }
.links a:hover { border-color: var(--accent) }
.links strong { color: var(--accent); font-size: 1.0625rem; font-weight: 600 }
.links code { margin-top: .5rem; color: var(--muted); font-size: var(--tiny) }
.copyable { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.25rem }
.copyable button { min-height: 2.25rem; font-size: var(--small) }
pre { margin: 0; padding: 1rem; background: var(--sunken); border-radius: var(--radius-small); white-space: pre; overflow-x: auto; font-size: var(--tiny) }
@media (max-width: 40rem) {
  .top { padding-top: 1rem; padding-bottom: 1rem }
  .card, .tests { padding: 1.25rem }
  .wide h1 { font-size: 1.625rem }
  .tests form:has(label) { grid-template-columns: none }
  .tests label { display: flex; align-items: center; justify-content: space-between; gap: 1rem }
  .tests input { width: 9rem }
  .wide td { white-space: normal }
  .wide table, .wide tbody, .wide tr, .wide th, .wide td { display: block }
  .wide th { padding-bottom: 0 }
  .wide tbody tr > * { border: 0; padding: .125rem 0; text-align: left }
  .wide tr { padding: .75rem 0; border-top: 1px solid var(--line) }
}
`;
