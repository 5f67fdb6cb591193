/**
 * One reading in a process of its own: `node one-reading.cjs <bundle> <event.json> floor|handler`.
 * Prints what it found and the most memory that the process ever had, in KiB.
 */
const { existsSync, readFileSync } = require('node:fs');
const [bundle = '', file = '', which] = process.argv.slice(2);
const { floor, handler } = require(bundle);
const bytes = readFileSync(file);
const text = bytes.toString();
const event = JSON.parse(text);
/** Held until the end: memory that was freed before would hide what the reading needs. */
const kept = [bytes, text];
const [, boundary] = event.headers['content-type'].split('boundary=');

Promise.resolve(which === 'floor' ? { found: floor(event.body, boundary) } : handler(event)).then(result => {
  console.log(JSON.stringify({ result, peak: peak() }));
  kept.length = 0;
});

/** Linux counts into `maxRSS` what the parent had when it started this process. */
function peak() {
  const status = '/proc/self/status';
  const [, own] = (existsSync(status) && /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))) || [];
  return own ? Number(own) : process.resourceUsage().maxRSS;
}
