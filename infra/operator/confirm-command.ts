/**
 * Confirmation of commands that write. On a terminal, the command shows the records that it concerns and asks a
 * question. With `--yes`, it does not ask; with `--dry-run`, it changes nothing.
 */
import type { Command } from 'commander';
import { EXIT_CODES, OperatorError, type SendRequest } from './api-client.ts';
import type { CommandInput, OperatorCommand } from './commands.ts';
import { createRequest, fetchPages, formatSections, runCommand } from './run-command.ts';
import { formatJson, formatRecord, formatTable, sanitizeText } from './terminal-output.ts';

export interface Terminal {
  /** Whether an operator can answer, because standard input and standard error are terminals. */
  readonly isInteractive: boolean;
  /** Prints a text and a question, and returns the answer. Rejects with an `AbortError` when the operator aborts it. */
  ask(text: string): Promise<string>;
}

/** Maximum number of records that are shown before a question. */
const MAX_SHOWN_RECORDS = 20;

/**
 * Runs a command, after a confirmation if the command needs one.
 * @returns the text to print
 * @throws OperatorError when a request fails, when the operator does not confirm, or when the terminal is not
 * interactive
 */
export async function runConfirmedCommand(
  command: OperatorCommand,
  input: CommandInput,
  send: SendRequest,
  terminal: Terminal,
): Promise<string> {
  const { confirmation } = command;
  if (!confirmation || (input.yes && !input.dryRun)) return runCommand(command, input, send);
  if (!input.dryRun) requireTerminal(terminal);

  const records = await fetchRecords(command, input, send);
  if (input.dryRun) return describeDryRun(command, input, records, await fetchPreview(command, input, send));
  if (confirmation.path && records.length === 0)
    throw new OperatorError(EXIT_CODES.rejected, `No record found. ${describeEffect(command)}`);
  const question = sanitizeText(confirmation.question(records, input));
  await askForConfirmation(
    [...formatRecords(command, records), question].join('\n\n'),
    terminal,
    describeEffect(command),
  );
  return runCommand(command, input, send);
}

export function addConfirmationOptions(command: Command): void {
  command
    .option('--yes', 'Do not ask for a confirmation. Scripts need this.')
    .option(
      '--dry-run',
      'Show what would be changed or sent, and change nothing. The service may still reject it.',
    );
}

/**
 * Checks that an operator can answer questions.
 * @throws OperatorError when the terminal is not interactive
 */
export function requireTerminal({ isInteractive }: Terminal): void {
  if (!isInteractive) throw new OperatorError(EXIT_CODES.wrongUsage, NOT_INTERACTIVE);
}

/**
 * Asks a question.
 * @param effect text that says what has happened if the operator does not confirm
 * @throws OperatorError when the operator does not confirm
 */
export async function askForConfirmation(
  question: string,
  terminal: Terminal,
  effect = NO_EFFECT_MESSAGE,
): Promise<void> {
  const answer = await terminal.ask(`${question} Type "yes": `).catch(treatAbortAsNo);
  if (answer.trim().toLowerCase() !== 'yes')
    throw new OperatorError(EXIT_CODES.rejected, `Not confirmed. ${effect}`);
}

/**
 * Returns an empty answer if the operator has pressed Ctrl+C or Ctrl+D.
 * @throws the given error when it has another cause
 */
function treatAbortAsNo(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return '';
  throw error;
}

export const NO_EFFECT_MESSAGE = 'Nothing was changed.';

const NOT_INTERACTIVE =
  'This command must be confirmed, and standard input is not a terminal. Add --yes to run it without a question, or --dry-run to see what it would do.';

/** Describes the effect of a command that was not confirmed. Reading an account already writes an audit entry. */
const describeEffect = ({ confirmation }: OperatorCommand): string =>
  confirmation?.isLookUpRecorded
    ? 'The account was not changed. The audit log has an entry that you looked it up.'
    : NO_EFFECT_MESSAGE;

async function fetchRecords(
  { confirmation }: OperatorCommand,
  input: CommandInput,
  send: SendRequest,
): Promise<readonly unknown[]> {
  if (!confirmation?.path) return [];
  const path = confirmation.path.replace('{id}', input.id ?? '');
  const { data } = await fetchPages({ method: 'GET', path }, { all: true }, send);
  const records = [data].flat();
  return confirmation.select ? records.filter(record => confirmation.select?.(record, input)) : records;
}

/** Formats the records that a command concerns, as no text or one text. */
function formatRecords({ confirmation }: OperatorCommand, records: readonly unknown[]): string[] {
  if (!confirmation?.path) return [];
  const { columns } = confirmation;
  const [first, ...others] = records;
  if (first === undefined) return ['No record found.'];
  if (others.length === 0) return [formatRecord(columns, first)];
  const hidden = records.length - MAX_SHOWN_RECORDS;
  const table = formatTable(columns, records.slice(0, MAX_SHOWN_RECORDS));
  return [hidden > 0 ? `${table}\nand ${hidden} more` : table];
}

/** Returns the service's response to a dry run, or undefined if the service offers none for this command. */
async function fetchPreview(
  command: OperatorCommand,
  input: CommandInput,
  send: SendRequest,
): Promise<unknown> {
  if (!command.confirmation?.isPreviewed) return undefined;
  const request = createRequest(command, input);
  return (await send({ ...request, path: `${request.path}?dryRun=true` })).data;
}

/** Describes the request that the command would send, and its preview. */
function describeDryRun(
  command: OperatorCommand,
  input: CommandInput,
  records: readonly unknown[],
  preview: unknown,
): string {
  const { method, path, body = {} } = createRequest(command, input);
  const request = { method, path: `/api/v1/operator${path}`, body };
  if (input.json) return formatJson({ dryRun: true, request, records, ...(preview ? { preview } : {}) });
  return [
    ...formatRecords(command, records),
    `Would send ${request.method} ${request.path}\n${formatJson(body)}`,
    ...(preview ? formatSections(command, preview) : []),
    describeEffect(command),
  ].join('\n\n');
}
