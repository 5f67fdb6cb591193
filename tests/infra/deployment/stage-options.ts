/** Template of the sandbox stage in which every value that people can set is set. */
import { packageTemplate, type Template } from './template.ts';

export const DOMAIN = 'api.testimony.sk';
export const CERTIFICATE =
  'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
export const RESTORED_TABLE = 'testimony-sandbox-restored-202601311300';
export const RESTORED_STREAM = `arn:aws:dynamodb:eu-central-1:111122223333:table/${RESTORED_TABLE}/stream/2026-01-31T13:00:00.000`;
export const TOKENS_VALID_FROM = '2026-01-31T13:00:00Z';
export const EDGE_KEY_SHA256 = 'ab'.repeat(32);

export async function packageWithEveryOption(): Promise<Template> {
  return packageTemplate('sandbox', {
    RestoredTable: RESTORED_TABLE,
    RestoredTableStream: RESTORED_STREAM,
    FormerTable: 'released',
    TokensValidFrom: TOKENS_VALID_FROM,
    EdgeKeySha256: EDGE_KEY_SHA256,
    DomainName: DOMAIN,
    DomainCertificate: CERTIFICATE,
  });
}
