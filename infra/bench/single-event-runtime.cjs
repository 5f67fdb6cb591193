/** Stands in for the Lambda runtime for a single event: `node single-event-runtime.cjs <bundle>`, the event in `EVENT`. */
const { handler } = require(process.argv[2] ?? '');

handler(JSON.parse(process.env.EVENT ?? '')).then((/** @type {unknown} */ response) => {
  process.stdout.write(`\n${JSON.stringify(response)}\n`, () => process.exit());
});
