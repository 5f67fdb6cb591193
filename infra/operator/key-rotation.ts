/**
 * Commands that rotate the keys in SSM's Parameter Store. They call AWS directly with the caller's own credentials, not
 * the API (infra/docs/deployment.md#rotating-a-key). They print fingerprints, never a key.
 */
import { createHash, randomBytes } from 'node:crypto';
import { GetParameterCommand, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { HOUR, MINUTE } from '../../lib/durations.ts';
import { createSsmClient } from '../../lib/platform/aws/clients.ts';
import { parseKeys } from '../../lib/platform/keys.ts';
import { EXIT_CODES, OperatorError } from './api-client.ts';
import { type AwsOptions, selectAwsEnvironment } from './aws-environment.ts';
import {
  addConfirmationOptions,
  askForConfirmation,
  NO_EFFECT_MESSAGE,
  requireTerminal,
  type Terminal,
} from './confirm-command.ts';

/** Time after which every running function has read a changed value. */
const CACHE_MS = 5 * MINUTE;

/**
 * Maximum time for which data that was signed or encrypted with a key is in use, by the name of the secret. It is
 * unlimited for `webhook-keys`: the secrets of webhooks stay encrypted with the key until their partners rotate them.
 */
const LONGEST_LIFE_MS: Readonly<Record<string, number>> = {
  'link-keys': 30 * 24 * HOUR, // links to unsubscribe do not expire; this is the shortest time for which they must work
  'cursor-keys': 48 * HOUR,
  'response-keys': 24 * HOUR,
  'log-keys': 0,
  'webhook-keys': Number.POSITIVE_INFINITY,
};

interface KeyOptions extends AwsOptions {
  readonly stage: string;
  readonly withoutPrevious?: true;
  readonly early?: true;
  readonly yes?: true;
  readonly dryRun?: true;
}

export function addKeyRotationCommands(
  program: Command,
  print: (text: string) => void,
  terminal: Terminal,
): void {
  const group = program.command('keys').description('Rotate the keys that the service creates itself.');
  const addKeyCommand = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .addArgument(new Argument('<key>', 'Name of the secret.').choices(Object.keys(LONGEST_LIFE_MS)))
      .requiredOption('--stage <name>', 'Stage of the key.', parseStage)
      .addHelpText(
        'after',
        `
Works past the API, with your own AWS credentials and --region or AWS_REGION. Prints no key.

Example:
  npm run operator -- keys ${name} link-keys --stage production --region eu-central-1`,
      );
  const run = async (key: Command, change: KeyChange) => {
    const options = key.optsWithGlobals<KeyOptions>();
    print(`${await changeKey(key.processedArgs[0], options, change, terminal)}\n`);
  };

  const rotate = addKeyCommand('rotate', 'Put a new key before the present one, which stays valid.')
    .option('--without-previous', 'Make the present key invalid at once, after a leak.')
    .action(() => run(rotate, addNewKey));
  const drop = addKeyCommand('drop-previous', 'Remove the previous key, once nothing of it is in use.')
    .option('--early', 'Remove it although something of it may be in use.')
    .action(() => run(drop, dropPreviousKey));
  for (const command of [rotate, drop]) addConfirmationOptions(command);
}

interface StoredKeys {
  readonly name: string;
  readonly keys: readonly [current: string, previous?: string];
  readonly changedAt: Date;
  readonly version: number;
}

/** Returns the new keys and a description of the change. @throws OperatorError when the keys must not be changed now */
type KeyChange = (
  stored: StoredKeys,
  options: KeyOptions,
) => readonly [keys: StoredKeys['keys'], description: string];

const addNewKey: KeyChange = ({ name, keys: [current, previous] }, { withoutPrevious }) => {
  const created = randomBytes(32).toString('base64');
  if (withoutPrevious) return [[created], 'replace all keys, which become invalid'];
  if (previous !== undefined)
    throw createRejection(`${name} has a previous key already. Run "keys drop-previous" first.`);
  return [[created, current], 'add a new key; the current one stays valid'];
};

const dropPreviousKey: KeyChange = ({ name, keys: [current, previous], changedAt }, { early }) => {
  if (previous === undefined) throw createRejection(`${name} has no previous key.`);
  const unusedAt = findUnusedTime(name, changedAt);
  if (!early && !(unusedAt && unusedAt.getTime() <= Date.now()))
    throw createRejection(`The previous key is in use ${describeUntil(unusedAt)}. Nothing was changed.`);
  return [[current], 'drop the previous key, which becomes invalid'];
};

/**
 * Changes the keys of a secret, and reads them again to verify the change. A dry run changes nothing.
 * @returns a description of the change
 * @throws OperatorError when a key must not be changed, or somebody else changes the keys at the same time
 */
async function changeKey(
  name: string,
  options: KeyOptions,
  change: KeyChange,
  terminal: Terminal,
): Promise<string> {
  const environment = selectAwsEnvironment(options);
  const parameter = `/testimony/${options.stage}/${name}`;
  if (!(options.yes || options.dryRun)) requireTerminal(terminal);
  const client = createSsmClient(environment);
  const before = await readKeys(client, name, parameter);
  const [keys, description] = change(before, options);
  const location = `${parameter} in ${environment.AWS_REGION}`;
  const target = `${location}, whose current key has the fingerprint ${createFingerprint(before.keys[0])}: ${description}`;
  if (options.dryRun) return `Would change ${target}. ${NO_EFFECT_MESSAGE}`;
  if (!options.yes) await askForConfirmation(`Change ${target}?`, terminal);
  if ((await readKeys(client, name, parameter)).version !== before.version)
    throw createRejection(`${location} has been changed in the meantime. ${NO_EFFECT_MESSAGE}`);
  const { Version = 0 } = await callStore(
    client.send(
      new PutParameterCommand({ Name: parameter, Type: 'SecureString', Overwrite: true, Value: keys.join() }),
    ),
  );
  // Parameter Store has no conditional writes. A gap between the versions shows that another change was overwritten.
  if (Version !== before.version + 1)
    throw createRejection(
      `${location}: version ${Version - 1}, which somebody else wrote at the same time, was overwritten. Compare it with version ${Version} in Parameter Store before you continue.`,
    );
  const stored = await readKeys(client, name, parameter);
  if (stored.keys.join() !== keys.join())
    throw createRejection(
      `${parameter} does not have the value that was written. Read it before you continue.`,
    );
  const [current, previous] = stored.keys.map(key => key && createFingerprint(key));
  const first = `${location}: the key with the fingerprint ${current} is the current one.`;
  return previous
    ? `${first}\nThe previous one, ${previous}, is in use ${describeUntil(findUnusedTime(name, stored.changedAt))}. Then run "keys drop-previous".`
    : `${first}\nThere is no previous one. Functions read the change within five minutes.`;
}

/** @throws OperatorError when the parameter cannot be read, or its value is empty or malformed */
async function readKeys(client: SSMClient, name: string, parameter: string): Promise<StoredKeys> {
  const command = new GetParameterCommand({ Name: parameter, WithDecryption: true });
  const { Parameter: { Value = '', LastModifiedDate = new Date(), Version = 0 } = {} } = await callStore(
    client.send(command),
  );
  try {
    return { name, keys: parseKeys(name, Value), changedAt: LastModifiedDate, version: Version };
  } catch (error) {
    throw createRejection(`${(error as Error).message} Nothing was changed.`);
  }
}

const callStore = <Result>(call: Promise<Result>): Promise<Result> =>
  call.catch(error => {
    throw new OperatorError(EXIT_CODES.unreachable, `Parameter Store: ${error.name}: ${error.message}`);
  });

/** Returns the time from which nothing depends on the previous key any more; undefined if there is no such time. */
function findUnusedTime(name: string, changedAt: Date): Date | undefined {
  const life = LONGEST_LIFE_MS[name] ?? Number.POSITIVE_INFINITY;
  return life < Number.POSITIVE_INFINITY ? new Date(changedAt.getTime() + life + CACHE_MS) : undefined;
}

const describeUntil = (time: Date | undefined): string =>
  time ? `until ${time.toISOString()}` : 'until all partners have rotated the secrets of their webhooks';

const createFingerprint = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

const createRejection = (message: string) => new OperatorError(EXIT_CODES.rejected, message);

function parseStage(text: string): string {
  if (/^[a-z][a-z0-9-]*$/.test(text)) return text;
  throw new InvalidArgumentError('A stage has a name like production.');
}
