/** `npm run operator`: the operators' command line (contract §3). `help` tells the rest. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { TASK_KINDS } from '../../lib/domain/model/job.ts';
import { type Answer, type Ask, type Call, connect, EXIT, Failure } from './api.ts';
import { GROUPS, type OperatorCommand } from './commands.ts';
import { type Connection, isLocal } from './signature.ts';
import { json, WIDTH } from './text.ts';

interface Options extends Connection {
  readonly json?: true;
  readonly reason?: string;
  readonly revision?: string;
  readonly cursor?: string;
  readonly all?: true;
}

const LOCAL_API = 'http://localhost:3000';

const MORE = `
Examples:
  npm run operator -- experts pending --all
  npm run operator -- experts show --help
  npm run operator -- experts pending --url https://api.testimony.example --profile operations
  npm run --silent operator -- jobs dead --json | jq -r '.data[].id'

Calls are signed with your AWS credentials; at ${LOCAL_API} none are needed.
Exit codes: 0 done, 1 refused by the API, 2 wrong usage, 3 the API could not be asked.`;

const program = new Command('npm run operator --')
  .description('The operators of Trhovisko posudkov: experts, accounts, orders, payouts, failed jobs.')
  .addOption(
    new Option('--url <api>', 'which API')
      .env('API_URL')
      .default(new URL(LOCAL_API), LOCAL_API)
      .argParser(apiUrl),
  )
  .option('--profile <name>', 'sign with this profile of AWS (default: its usual chain)')
  .option('--region <name>', 'sign for this region (default: that of the API)')
  .option('--json', "print the API's answer as it is")
  .configureHelp({ showGlobalOptions: true, visibleCommands: leaves, subcommandTerm: term })
  .configureOutput({ getOutHelpWidth: () => WIDTH, getErrHelpWidth: () => WIDTH })
  .showHelpAfterError('Add --help for how it is used.')
  .exitOverride(({ exitCode }) => process.exit(exitCode && EXIT.usage));

for (const [name, { says, commands }] of Object.entries(GROUPS)) {
  const group = program.command(name).description(says);
  for (const [verb, command] of Object.entries(commands)) addCommand(group, verb, command);
}
program.addHelpText('after', () => MORE);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function addCommand(group: Command, verb: string, command: OperatorCommand): void {
  const leaf = group.command(verb).description(command.says);
  if (command.exampleId) leaf.argument('<id>', 'as the lists show it', uuid);
  if (command.exampleKind)
    leaf.addArgument(new Argument('<kind>', 'as `jobs dead` shows it').choices(TASK_KINDS));
  if (command.revision) {
    leaf.requiredOption('--revision <text>', 'of what you have seen, as `experts documents` shows it');
  }
  if (command.reason) {
    leaf.addOption(
      new Option('--reason <text>', 'why, for the record').makeOptionMandatory(command.reason === 'required'),
    );
  }
  if (command.ifEmpty) {
    leaf.option('--cursor <cursor>', 'the page that begins here').option('--all', 'every page from there on');
  }
  leaf.addHelpText('after', `\nExample:\n  ${example(leaf, command)}`);
  leaf.action(() => run(command, leaf.processedArgs[0] ?? '', leaf.optsWithGlobals<Options>()));
}

async function run(command: OperatorCommand, id: string, options: Options): Promise<void> {
  const ask = connect(options);
  const first = command.first && (await ask(command.first(id)));
  const answer = await fetchAnswer(command.call(id, options), options, ask);
  if (options.json) return console.log(json(answer));

  const empty = Array.isArray(answer.data) && answer.data.length === 0;
  console.log(empty ? command.ifEmpty : command.show(answer.data, first?.data));
  const next = answer.meta?.next_cursor;
  if (next) console.log(`\nThere are more: add --all, or for the next page\n--cursor ${next}`);
}

/** One answer, or with `--all` the pages from the cursor on as if they were one. */
async function fetchAnswer(call: Call, { cursor, all }: Options, ask: Ask): Promise<Answer> {
  const pageAt = (from: string | null | undefined) =>
    ask(from ? { ...call, query: { ...call.query, cursor: from } } : call);

  let page = await pageAt(cursor);
  if (!all) return page;
  const data = [page.data];
  while (page.meta?.next_cursor) {
    page = await pageAt(page.meta.next_cursor);
    data.push(page.data);
  }
  return { data: data.flat() };
}

/** Help of the whole names every command, not only the groups. */
function leaves(command: Command): Command[] {
  return command.commands.flatMap(child => (child.commands.length > 0 ? leaves(child) : child));
}

function term(leaf: Command): string {
  const subject = leaf.registeredArguments.map(argument => ` <${argument.name()}>`);
  const given = leaf.options
    .filter(({ long }) => long === '--revision' || long === '--reason')
    .map(({ long, mandatory }) => (mandatory ? ` ${long}` : ` [${long}]`));
  return `${leaf.parent?.name()} ${leaf.name()}${subject.join('')}${given.join('')}`;
}

function example(leaf: Command, { exampleId, exampleKind, reason, revision }: OperatorCommand): string {
  const seen = revision && '--revision 5c1f0a…';
  const why = reason === 'required' && "--reason 'Why, in a sentence.'";
  return [program.name(), leaf.parent?.name(), leaf.name(), exampleId ?? exampleKind, seen, why]
    .filter(Boolean)
    .join(' ');
}

function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('An id has 36 characters, like 0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e.');
}

/** As `npm start` prints it, too: with `/api/v1`. A signature is no secret, but what it opens is. */
function apiUrl(text: string): URL {
  const url = URL.parse(text.replace(/(\/api\/v1)?\/*$/, ''));
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url))) return url;
  throw new InvalidArgumentError('It must begin with https://, or with http://localhost.');
}
