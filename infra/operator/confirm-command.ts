/**
 * Confirmation of commands that write. On a terminal, such a command shows the records that it concerns and asks a
 * question. With `--yes`, the command does not ask; with `--dry-run`, it changes nothing.
 */
import type { Command } from 'commander';
import { getTestimonyNumber } from '../../lib/domain/model/testimonies/testimony.ts';
import { EXIT_CODES, OperatorError, type SendRequest } from './api-client.ts';
import { type OperatorCommand, splitName, type Values } from './commands.ts';
import { ABSENT_OPTION_TEXTS, RECORDED_COMMAND } from './exceptions.ts';
import { createRequest } from './requests.ts';
import { type CommandInput, formatSections, runCommand } from './run-command.ts';
import { fetchSubjects, formatSubjects, nameSubjects } from './subjects.ts';
import { formatJson, formatValue, sanitizeText } from './terminal-output.ts';

export interface Terminal {
  /** Whether an operator can answer, because standard input and standard error are terminals. */
  readonly isInteractive: boolean;
  /** Prints a text and a question, and returns the answer. Rejects with an `AbortError` when the operator aborts it. */
  ask(text: string): Promise<string>;
}

/**
 * Runs a command, after a confirmation if the command needs one.
 * @returns the text to print
 * @throws OperatorError when a request fails, when there is no record that the command concerns, when the operator does
 *   not confirm, or when the terminal is not interactive
 */
export async function runConfirmedCommand(
  command: OperatorCommand,
  input: CommandInput,
  send: SendRequest,
  terminal: Terminal,
): Promise<string> {
  const { values, yes, dryRun } = input;
  if (command.method === 'GET' || (yes && !dryRun)) return runCommand(command, input, send);
  if (!dryRun) requireTerminal(terminal);

  const records = await fetchSubjects(command, values, send);
  if (dryRun) return describeDryRun(command, input, records, await fetchPreview(command, values, send));
  if (command.subject && records.length === 0)
    throw new OperatorError(EXIT_CODES.rejected, `No record found. ${describeEffect(command)}`);
  const question = sanitizeText(createQuestion(command, values, records));
  await askForConfirmation(
    [...formatSubjects(command, records), question].join('\n\n'),
    terminal,
    describeEffect(command),
  );
  return runCommand(command, input, send);
}

/**
 * Creates the question before a command. It names the records, their amounts and the values that are sent, and says
 * what absent values mean.
 */
function createQuestion(command: OperatorCommand, values: Values, records: readonly unknown[]): string {
  const isOfTestimony = command.path.startsWith('/testimonies/{id}');
  const number = isOfTestimony ? `P-${getTestimonyNumber(String(values.id))}: ` : '';
  const sent = describeValues({ ...values, ...command.fixedValues, id: undefined, reason: undefined });
  const absent = describeAbsentValues(command, values);
  return `${number}${[command.summary, ...nameSubjects(command, records), ...sent, ...absent].join(', ')}?`;
}

/**
 * Describes values by their names: `amount 60.00`. Formats numbers as amounts, because operators send no other numbers.
 */
export const describeValues = (values: Values): string[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const kind = typeof value === 'number' ? 'amount' : 'value';
      return `${splitName(name).join(' ')} ${formatValue({ kind }, value)}`;
    });

const describeAbsentValues = ({ operationId, options }: OperatorCommand, values: Values): string[] =>
  options
    .filter(({ name }) => values[name] === undefined)
    .flatMap(({ name }) => {
      const text = ABSENT_OPTION_TEXTS[operationId]?.[name];
      return text ? `without ${splitName(name).join(' ')}: ${text}` : [];
    });

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

/** Says that nothing was changed, and whether the lookup before the question has added an audit entry. */
const describeEffect = ({ subject }: OperatorCommand): string =>
  subject?.command.name === RECORDED_COMMAND
    ? `${NO_EFFECT_MESSAGE} The audit log has an entry that you looked the account up.`
    : NO_EFFECT_MESSAGE;

/** Returns the service's response to a dry run, or undefined if the service offers none for this command. */
async function fetchPreview(command: OperatorCommand, values: Values, send: SendRequest): Promise<unknown> {
  if (!command.fields.some(({ name }) => name === 'dryRun')) return undefined;
  return (await send(createRequest(command, { ...values, dryRun: true }))).data;
}

/** Describes the request that the command would send, and the preview of the service. */
function describeDryRun(
  command: OperatorCommand,
  { values, json }: CommandInput,
  records: readonly unknown[],
  preview: unknown,
): string {
  const { method, path, body = {} } = createRequest(command, values);
  const request = { method, path: `/api/v1/operator${path}`, body };
  if (json) return formatJson({ dryRun: true, request, records, ...(preview ? { preview } : {}) });
  return [
    ...formatSubjects(command, records),
    `Would send ${method} ${request.path}\n${formatJson(body)}`,
    ...(preview ? formatSections(command, preview) : []),
    describeEffect(command),
  ].join('\n\n');
}
