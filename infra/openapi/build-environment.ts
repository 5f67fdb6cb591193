/**
 * An endpoint reads its settings as it is loaded. Describing it needs none of them, so those of production
 * stand in where nothing is set; they lead nowhere, since nothing is called.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const PRODUCTION = new URL('../stages/production.yml', import.meta.url);

export function setBuildEnvironment(): void {
  const { settings } = parse(readFileSync(PRODUCTION, 'utf8'), { logLevel: 'silent' });
  for (const [name, value] of Object.entries({ AWS_REGION: 'eu-central-1', ...settings })) {
    process.env[name] ??= String(value);
  }
}
