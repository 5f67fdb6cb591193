/** Runs the handler of a bundle (first argument) with the event in `EVENT` and prints the response. */
const { handler } = require(process.argv[2] ?? '');

handler(JSON.parse(process.env.EVENT ?? '')).then((/** @type {unknown} */ response) => {
  process.stdout.write(`\n${JSON.stringify(response)}\n`, () => process.exit());
});
