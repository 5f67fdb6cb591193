/** Style sheet of the inbox: two columns on a wide screen, and on a phone either the list or the mail. */
import { COLOR_THEME } from '../html-page.ts';

export const INBOX_STYLE = `${COLOR_THEME}
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; height: 100vh; height: 100dvh; background: var(--ground); color: var(--ink);
  display: grid; grid: auto minmax(0, 1fr) / 22rem minmax(0, 1fr) }
a { color: var(--accent) }
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .75rem 1.25rem;
  background: var(--card); border-bottom: 1px solid var(--line) }
h1 { font-size: 1.15rem; margin: 0 }
h1 a { color: inherit; text-decoration: none }
form { display: flex; gap: .5rem; flex: 1; min-width: 0; max-width: 48rem }
input, select, button { font: inherit; color: inherit; min-width: 0; min-height: 2.5rem; padding: .25rem .75rem;
  background: var(--ground); border: 1px solid var(--edge); border-radius: .4rem }
input { flex: 2 1 8rem }
select { flex: 1 1 8rem }
button { background: var(--button); color: #fff; border-color: transparent; font-weight: 600; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
nav { overflow: auto; border-right: 1px solid var(--line); background: var(--card) }
nav p { margin: 0; padding: .5rem 1.25rem; color: var(--soft); font-size: .85rem; border-bottom: 1px solid var(--line) }
ol { list-style: none; margin: 0; padding: 0 }
nav a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .7rem 1.25rem; color: inherit;
  text-decoration: none; border-bottom: 1px solid var(--line) }
nav a:hover { background: var(--ground) }
nav a[aria-current] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent) }
nav a:focus-visible { outline-offset: -3px }
nav span { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--soft) }
nav time { color: var(--soft); font-size: .8rem; line-height: 1.9 }
nav strong, nav strong + span { grid-column: 1 / -1 }
nav strong { font-weight: 600 }
main { overflow: auto; padding: 1.25rem; display: flex; flex-direction: column; min-width: 0 }
.back { display: none; margin-bottom: .75rem }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .5rem }
dl { display: flex; flex-wrap: wrap; gap: .1rem 2rem; margin: 0 0 1rem; font-size: .9rem }
dl div { display: flex; gap: .5rem; min-width: 0 }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
.both { flex: 1; display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.25rem; min-height: 32rem }
section { display: flex; flex-direction: column; min-width: 0 }
h3 { font-size: .85rem; font-weight: 600; color: var(--soft); margin: 0 0 .4rem }
h3 a { font-weight: 400; margin-left: .5rem }
iframe, pre { flex: 1; width: 100%; margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
pre { padding: 1rem; font: .9rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto }
.hint { margin: auto; text-align: center; color: var(--soft) }
@media (max-width: 1100px) { .both { grid-template-columns: none } iframe { min-height: 46rem } }
@media (max-width: 720px) {
  body { display: block; height: auto }
  form { flex-wrap: wrap; flex-basis: 100% }
  input { flex-basis: 100% }
  nav { border: 0 }
  .open nav, .closed main, .open form { display: none }
  .back { display: inline-block }
}
`;
