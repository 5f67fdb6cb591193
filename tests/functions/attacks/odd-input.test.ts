/** Attacks with input that no form would send (infra/docs/api/validation.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createRecordColumns } from '../../../infra/operator/columns.ts';
import { formatCsv } from '../../../infra/operator/terminal-output.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { createJpeg, expertBody, type FormBody, scansBody } from '../../support/builders.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

function withFile(form: FormBody, name: string): FormBody {
  form.append(name, createJpeg(), 'third.jpg');
  return form;
}

describe('forms with more files than file fields', () => {
  const errorsOf = (field: string) => ({
    status: 422,
    body: { errors: { [field]: [slovakMessages.shape] } },
  });

  it.each([
    ['a field that is sent twice', 'verificationDocumentFront', 'verificationDocumentFront'],
    ['a field that the form does not have', 'passport', 'verificationDocumentBack'],
  ])('a registration with a third file in %s returns 422 and stores no file', async (_, sent, reported) => {
    const stored = await listObjectKeys(service.deps);

    const response = await service.post('/auth/register/expert', withFile(expertBody(), sent));

    expect(response).toMatchObject(errorsOf(reported));
    expect(await listObjectKeys(service.deps)).toEqual(stored);
  });

  it('an upload key is rejected as a third file when it is sent beside two files', async () => {
    const { token } = await service.registerExpert();
    const form = scansBody();
    form.append('verificationDocumentBack', `incoming/identity-document/${'0'.repeat(32)}`);

    expect(await service.put('/me/identity-documents', form, { token })).toMatchObject(
      errorsOf('verificationDocumentBack'),
    );
  });
});

it.each(
  ['=1+1', '＝1+1', 'Ján;=HYPERLINK(A1)', 'Ján; ＋1'].flatMap(name => [
    [name, 'slovak'] as const,
    [name, 'rfc4180'] as const,
  ]),
)(
  'the name %j does not become a formula when a spreadsheet opens a CSV file with it, in the form %s',
  (name, form) => {
    const columns = createRecordColumns({ properties: { name: { type: 'string' } } });
    const [, line = ''] = formatCsv(columns, [{ name }], form).split('\r\n');
    const cell = line.replace(/^"(.*)"$/, '$1');

    expect(cell.split(';').filter(part => /^\s*[=+\-@＝＋－＠]/.test(part))).toEqual([]);
    expect(cell.replaceAll("'", '')).toBe(name);
  },
);
