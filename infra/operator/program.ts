/** The operators' command line (infra/docs/api/operators.md). */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { createApiClient, EXIT_CODES, OperatorError } from './api-client.ts';
import { COMMANDS, isList, isRecordOfList, type OperatorCommand } from './commands.ts';
import {
  addConfirmationOptions,
  describeValues,
  runConfirmedCommand,
  type Terminal,
} from './confirm-command.ts';
import { addKeyRotationCommands } from './key-rotation.ts';
import { createArgument, createOption } from './options.ts';
import type { CommandInput } from './run-command.ts';
import { type ApiConnection, isLocalUrl } from './signature.ts';
import { addTableCheckCommand } from './table-check.ts';
import { CSV_FORMS } from './terminal-output.ts';

const LOCAL_API = 'http://localhost:3000';
const PROGRAM_NAME = 'npm run operator --';
const HELP_WIDTH = 100;

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

/**
 * Runs a command.
 * @param args the words after `npm run operator --`
 * @returns the exit code
 */
export async function runProgram(
  args: readonly string[],
  terminal: OperatorTerminal,
  commands = COMMANDS,
): Promise<number> {
  const program = createProgram(terminal, commands);
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

function createProgram(terminal: OperatorTerminal, commands: readonly OperatorCommand[]): Command {
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
    })
    .configureOutput({
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      writeOut: terminal.print,
      writeErr: terminal.printError,
    })
    .showHelpAfterError('Add --help to print the usage.')
    .exitOverride();

  for (const command of commands) addCommand(program, command, terminal);
  addTableCheckCommand(program, terminal.print);
  addKeyRotationCommands(program, terminal.print, terminal);
  program.addHelpText('after', () => MORE_HELP);
  return program;
}

/** Adds a command to the program. In a name of two words, the first word is the group of the command. */
function addCommand(program: Command, command: OperatorCommand, terminal: OperatorTerminal): void {
  const [first = '', second] = command.name.split(' ');
  const addGroup = () => program.command(first).description(`Commands for ${first}.`);
  const group = second ? (program.commands.find(each => each.name() === first) ?? addGroup()) : program;
  const leafCommand = group
    .command(second ?? first)
    .summary(describeCommand(command))
    .description(command.description);
  for (const field of command.options) {
    if (field.name === command.argument) leafCommand.addArgument(createArgument(field));
    else leafCommand.addOption(createOption(field));
  }
  if (isList(command)) {
    leafCommand
      .option('--all', 'Show this page and all pages after it.')
      .addOption(
        new Option('--csv [form]', 'Print all pages as CSV, for a Slovak spreadsheet or as in RFC 4180.')
          .choices(Object.keys(CSV_FORMS))
          .preset('slovak'),
      );
  }
  if (command.method !== 'GET') addConfirmationOptions(leafCommand);
  const required = leafCommand.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  leafCommand.usage([leafCommand.usage(), ...required].join(' '));
  leafCommand.action(async () => {
    const options = leafCommand.optsWithGlobals<Omit<CommandInput, 'values'>>();
    const { argument = '' } = command;
    const given = { ...leafCommand.opts(), [argument]: leafCommand.processedArgs[0] };
    const values = Object.fromEntries(command.options.map(({ name }) => [name, given[name]]));
    const output = await runConfirmedCommand(
      command,
      { ...options, values },
      createApiClient(program.opts<ApiConnection>()),
      terminal,
    );
    terminal.print(`${output}\n`);
  });
}

/** Describes a command in one line, with the values that it sends besides those of its options. */
function describeCommand(command: OperatorCommand): string {
  const values = isRecordOfList(command) ? ['by id'] : describeValues(command.fixedValues);
  return values.length > 0 ? `${command.summary} (${values.join(', ')}).` : `${command.summary}.`;
}

/** Lists all commands, including those in groups, because the general help shows them all. */
function listLeafCommands(command: Command): Command[] {
  return command.commands.flatMap(child => (child.commands.length > 0 ? listLeafCommands(child) : child));
}

function formatCommandTerm(leafCommand: Command): string {
  const { parent, registeredArguments } = leafCommand;
  const group = parent?.name() === PROGRAM_NAME ? [] : [parent?.name()];
  const terms = registeredArguments.map(argument => `<${argument.name()}>`);
  return [...group, leafCommand.name(), ...terms].join(' ');
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
