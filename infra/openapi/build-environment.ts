/**
 * Environment variables for loading endpoints at build time. An endpoint reads its settings when it is imported, so
 * unset variables get the production values. The description generator imports the endpoints but does not call them, so
 * production resources receive no requests.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const PRODUCTION_STAGE_FILE = new URL('../stages/production.yml', import.meta.url);

export function setBuildEnvironment(): void {
  const { settings } = parse(readFileSync(PRODUCTION_STAGE_FILE, 'utf8'), { logLevel: 'silent' });
  for (const [name, value] of Object.entries({ AWS_REGION: 'eu-central-1', ...settings })) {
    process.env[name] ??= String(value);
  }
}
