import { beforeEach, describe, expect, it } from 'vitest';
import { anAddress, someScans } from '../../support/builders.ts';
import { countOf, SUBJECTS } from '../../support/mails.ts';
import { asOperator, entry } from '../../support/operators.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let email: string;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  email = anAddress();
  ({ token, id } = await service.register({ email }));
});

async function review(body: object) {
  const answer = await service.put(`/operator/experts/${id}/identity-review`, body, asOperator);
  return { status: answer.status, body: answer.body };
}
const me = async () => (await service.get('/me', { token })).body.data;
const audit = async () => (await service.get(`/operator/experts/${id}`, asOperator)).body.data.audit;

describe('PUT /api/v1/operator/experts/{id}/identity-review', () => {
  it('accepts without a reason, tells by mail, and answers with the expert', async () => {
    const { status, body } = await review({ decision: 'accepted' });

    expect({ status, body }).toEqual({ status: 200, body: { data: await me() } });
    expect(body.data).toMatchObject({ identityReview: 'accepted', approved: false });
    await service.work();
    expect(await countOf('identityAccepted', email)).toBe(1);
    expect(await audit()).toEqual([entry('identity accepted')]);
  });

  it('rejects for a reason, which the expert is told, and who may then try again', async () => {
    const reason = 'Snímka je <b>rozmazaná</b>.';
    expect((await review({ decision: 'rejected', reason })).body.data.identityReview).toBe('rejected');
    await service.work();
    const [mail] = (await service.mailsTo(email)).filter(
      ({ subject }) => subject === SUBJECTS.identityRejected,
    );
    expect(mail?.body.text).toContain(reason);
    expect(mail?.body.html).not.toContain('<b>rozmazaná');

    const again = await service.put('/me/identity-documents', someScans(), { token });

    expect(again.body.data.identityReview).toBe('pending');
    expect((await review({ decision: 'accepted' })).body.data.identityReview).toBe('accepted');
    expect(await audit()).toEqual([entry('identity accepted'), entry('identity rejected', reason)]);
  });

  it('tells the expert once when it is said twice', async () => {
    await review({ decision: 'accepted' });
    await review({ decision: 'accepted' });

    await service.work();
    expect(await countOf('identityAccepted', email)).toBe(1);
    expect(await audit()).toHaveLength(2);
  });

  it.each<[string, object, Record<string, string[]>]>([
    ['nothing', {}, { decision: ['Uveďte rozhodnutie.'] }],
    ['no decision', { decision: 'pending' }, { decision: ['Vyberte jednu z ponúkaných možností.'] }],
    ['a rejection without reason', { decision: 'rejected' }, { reason: ['Uveďte dôvod.'] }],
    [
      'a rejection with a blank reason',
      { decision: ' rejected', reason: '  ' },
      { reason: ['Uveďte dôvod.'] },
    ],
  ])('refuses %s, and nothing is on record', async (_, body, errors) => {
    expect(await review(body)).toEqual({
      status: 422,
      body: { message: Object.values(errors)[0]?.[0], errors },
    });
    expect(await audit()).toEqual([]);
    expect((await me()).identityReview).toBe('pending');
  });
});
