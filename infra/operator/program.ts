/** The operators' command line (infra/docs/api/operators.md). */
import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { TASK_KINDS } from '../../lib/domain/model/job-class.ts';
import { SETTLEMENT_KINDS } from '../../lib/domain/model/ledger-entry.ts';
import { MONEY_LISTS } from '../../lib/domain/model/money-list.ts';
import { MAX_PAGE_SIZE } from '../../lib/domain/model/page.ts';
import { createApiClient, EXIT_CODES, OperatorError } from './api-client.ts';
import {
  COMMAND_GROUPS,
  COMMANDS,
  type CommandInput,
  type OperatorCommand,
  type OptionHelp,
  type OptionName,
  SINGLE_COMMANDS,
} from './commands.ts';
import { addConfirmationOptions, runConfirmedCommand, type Terminal } from './confirm-command.ts';
import { addKeyRotationCommands } from './key-rotation.ts';
import { type ApiConnection, isLocalUrl } from './signature.ts';
import { addTableCheckCommand } from './table-check.ts';
import { CSV_FORMS } from './terminal-output.ts';

const LOCAL_API = 'http://localhost:3000';
const PROGRAM_NAME = 'npm run operator --';
const HELP_WIDTH = 100;
/** Width of the help's first column. If a term is longer, its description begins on the next line. */
const TERM_WIDTH = 50;

const MORE_HELP = `
Examples:
  npm run operator -- experts pending --all
  npm run operator -- experts show --help
  npm run operator -- experts pending --url https://operators.testimony.example --profile operations
  npm run --silent operator -- jobs dead --json | jq -r '.data[].id'

Requests are signed with your AWS credentials; ${LOCAL_API} requires none. Times are in UTC.
Commands that write ask for a confirmation on a terminal; scripts add --yes.
Exit codes: 0 success, 1 rejected by the API or not confirmed, 2 invalid usage, 3 API not reachable.`;

/** Terminal on which the command line prints and asks. */
export interface OperatorTerminal extends Terminal {
  print(text: string): void;
  printError(text: string): void;
}

const ARGUMENTS = {
  id: {
    argument: new Argument('<id>', 'Id as printed by the list commands.').argParser(parseUuid),
    example: '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e',
  },
  kind: {
    argument: new Argument('<kind>', 'Kind of job as printed by `jobs dead`.').choices(TASK_KINDS),
    example: 'mail',
  },
  list: {
    argument: new Argument('<list>', 'List of amounts.').choices(MONEY_LISTS),
    example: 'decide',
  },
  number: {
    argument: new Argument('<number>', 'Testimony number, with or without P- before it.'),
    example: '5E6F7081',
  },
};

const OPTIONS: Readonly<Record<OptionName, OptionHelp & { parse?: (text: string) => number | string }>> = {
  email: { description: 'E-mail address of the account.', example: 'jana@znalci.sk' },
  phone: { description: 'Phone number with the country code.', example: '+421905123456' },
  name: {
    description: 'Name, or the beginning of the last name. Diacritics and capitals do not matter.',
    example: "'Novák Peter'",
  },
  number: { description: 'Registration number of an expert, or business id.', example: '914567' },
  revision: { description: 'Revision printed by `experts documents`.', example: '5c1f0a…' },
  reason: { description: 'Reason for the audit entry.', example: "'A short reason.'" },
  amount: { description: 'Amount in euros.', example: '50.00', parse: parseEuros },
  from: { description: 'First day, in UTC.', example: '2026-11-01' },
  to: { description: 'Last day, in UTC.', example: '2026-11-30' },
  month: { description: 'Month, in UTC.', example: '2026-11' },
  kind: { description: `Kind: ${SETTLEMENT_KINDS.join(', ')}.`, example: 'payout' },
  list: { description: `List: ${MONEY_LISTS.join(', ')}.`, example: 'decide' },
  reference: {
    description: 'Reference of the payment outside the provider.',
    example: "'VS 2026110042'",
    parse: parseReference,
  },
  refundId: {
    description: 'Id of the refund, as `money decide` shows it.',
    example: '0198c0e0-5c3a-7e11-9b2d-1a2b3c4d5e6f',
  },
  sessionId: {
    description: 'Checkout session of a late payment. Default: the payment that accepted the offer.',
    example: 'cs_live_a1b2c3',
  },
};

/**
 * Runs a command.
 * @param args the words after `npm run operator --`
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], terminal: OperatorTerminal): Promise<number> {
  const program = createProgram(terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode && EXIT_CODES.wrongUsage;
    if (!(error instanceof OperatorError)) throw error;
    terminal.printError(`${error.message}\n`);
    return error.exitCode;
  }
}

function createProgram(terminal: OperatorTerminal): Command {
  const program = new Command(PROGRAM_NAME)
    .description(
      'Manage the experts, accounts, testimonies, payouts, books and failed jobs of Trhovisko posudkov.',
    )
    .addOption(
      new Option('--url <api>', 'URL of the API.')
        .env('API_URL')
        .default(new URL(LOCAL_API), LOCAL_API)
        .argParser(parseApiUrl),
    )
    .option('--profile <name>', 'Sign with this AWS profile (default: the credential provider chain).')
    .option('--region <name>', 'Sign for this AWS region (default: the region of the API).')
    .option('--json', 'Print the response as JSON.')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: listLeafCommands,
      subcommandTerm: formatCommandTerm,
      padWidth: (command, help) => Math.min(TERM_WIDTH, Help.prototype.padWidth.call(help, command, help)),
      formatItem: formatHelpItem,
    })
    .configureOutput({
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      writeOut: terminal.print,
      writeErr: terminal.printError,
    })
    .showHelpAfterError('Add --help to print the usage.')
    .exitOverride();

  for (const [name, description] of Object.entries(COMMAND_GROUPS)) {
    const group = program.command(name).description(description);
    for (const [commandName, command] of Object.entries(COMMANDS)) {
      const [first, verb] = commandName.split(' ');
      if (first === name && verb) addCommand(group.command(verb), { commandName, command, terminal });
    }
  }
  for (const [name, command] of Object.entries(SINGLE_COMMANDS)) {
    addCommand(program.command(name), { commandName: name, command, terminal });
  }
  addTableCheckCommand(program, terminal.print);
  addKeyRotationCommands(program, terminal.print, terminal);
  program.addHelpText('after', () => MORE_HELP);
  return program;
}

interface NamedCommand {
  readonly commandName: string;
  readonly command: OperatorCommand;
  readonly terminal: OperatorTerminal;
}

function addCommand(leafCommand: Command, { commandName, command, terminal }: NamedCommand): void {
  leafCommand.description(command.description);
  const example = [PROGRAM_NAME, commandName];
  const argument = command.route.includes('{id}') ? 'id' : command.argument;
  if (argument) {
    leafCommand.addArgument(ARGUMENTS[argument].argument);
    example.push(ARGUMENTS[argument].example);
  }
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const { description, example: value, parse } = { ...OPTIONS[name], ...command.optionHelp?.[name] };
    const requirement = command.options?.[name];
    const flag = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
    const option = new Option(`--${flag} <text>`, description);
    if (parse) option.argParser(parse);
    if (requirement) leafCommand.addOption(option.makeOptionMandatory(requirement === 'required'));
    const isExample = requirement === 'required' || (!argument && command.query?.[0] === name);
    if (isExample) example.push(`--${flag}`, value);
  }
  if (command.ifEmpty && !command.isSingle) {
    leafCommand.option('--cursor <cursor>', 'Show the page at this cursor.');
    leafCommand.option('--limit <number>', 'Number of results on a page, 1 to 100.', parseLimit);
    leafCommand.option('--all', 'Show this page and all pages after it.');
  }
  if (command.totals)
    leafCommand.addOption(
      new Option(
        '--csv [form]',
        'Print all pages as CSV, with the totals in the last line: for a Slovak spreadsheet (the default), or as in RFC 4180.',
      )
        .choices(Object.keys(CSV_FORMS))
        .preset('slovak'),
    );
  if (command.confirmation) addConfirmationOptions(leafCommand);
  leafCommand.addHelpText('after', `\nExample:\n  ${example.join(' ')}`);
  leafCommand.action(async () => {
    const options = leafCommand.optsWithGlobals<ApiConnection & CommandInput>();
    const input = { ...options, ...(argument && { [argument]: leafCommand.processedArgs[0] }) };
    terminal.print(`${await runConfirmedCommand(command, input, createApiClient(options), terminal)}\n`);
  });
}

/** Lists the commands of all groups, all of which the general help shows. */
function listLeafCommands(command: Command): Command[] {
  return command.commands.flatMap(child => (child.commands.length > 0 ? listLeafCommands(child) : child));
}

function formatCommandTerm(leafCommand: Command): string {
  const argumentTerms = leafCommand.registeredArguments.map(argument => ` <${argument.name()}>`);
  const optionTerms = leafCommand.options
    .filter(option => option.attributeName() in OPTIONS)
    .map(({ long, mandatory }) => (mandatory ? ` ${long}` : ` [${long}]`));
  const groupTerm = leafCommand.parent?.name() === PROGRAM_NAME ? '' : `${leafCommand.parent?.name()} `;
  return `${groupTerm}${leafCommand.name()}${argumentTerms.join('')}${optionTerms.join('')}`;
}

/** Formats a term and its description. The description is wrapped at the width of the help. */
function formatHelpItem(term: string, termWidth: number, description: string, help: Help): string {
  const format = (shown: string) => Help.prototype.formatItem.call(help, shown, termWidth, description, help);
  return term.length <= termWidth ? format(term) : `  ${term}\n${format('')}`;
}

function parseUuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('An id has 36 characters, like 0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e.');
}

/**
 * Parses an amount, with a decimal point or a decimal comma.
 * @throws InvalidArgumentError when the text is not an amount
 */
function parseEuros(text: string): number {
  if (/^\d+([.,]\d{1,2})?$/.test(text)) return Number(text.replace(',', '.'));
  throw new InvalidArgumentError('An amount is a number of euros, like 50 or 50.00.');
}

/**
 * Parses a reference. The API reads a blank one as none, and would end a refund that the client does not get.
 * @throws InvalidArgumentError when the text is blank
 */
function parseReference(text: string): string {
  if (text.trim()) return text;
  throw new InvalidArgumentError('A reference is not blank.');
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_PAGE_SIZE) return limit;
  throw new InvalidArgumentError(`A page has 1 to ${MAX_PAGE_SIZE} results.`);
}

/**
 * Parses the API's URL, with or without `/api/v1`.
 * @throws InvalidArgumentError when the URL is invalid, or has no TLS and is not on this machine
 */
function parseApiUrl(text: string): URL {
  const url = URL.parse(text.replace(/(\/api\/v1)?\/*$/, ''));
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalUrl(url))) return url;
  throw new InvalidArgumentError('The URL must begin with https:// or http://localhost.');
}
