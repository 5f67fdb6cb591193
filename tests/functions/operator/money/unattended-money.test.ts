/** Tests that a write which would leave money unattended is refused (infra/docs/api/payments.md#open-amounts). */
import { expect, it } from 'vitest';
import type { Change } from '../../../../lib/domain/model/change.ts';
import { clearOutput, readLogEvents } from '../../../support/captured-log.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { createWaitingTestimony } from '../../../support/payouts.ts';
import { startMarket } from '../../../support/start-market.ts';

const isPayoutJob = (change: Change) => change.kind === 'job-added' && change.job.task.kind === 'pay-out';

it('releasing a payout returns 503, alerts the operators and writes nothing when no job would send the payout', async () => {
  let isFaulty = false;
  const market = await startMarket({}, ({ unitOfWork }) => ({
    unitOfWork: {
      commit: (changes, record) =>
        unitOfWork.commit(isFaulty ? changes.filter(change => !isPayoutJob(change)) : changes, record),
    },
  }));
  const sale = await createWaitingTestimony(market);
  const release = () => operatorRoutes(market).decide(sale.testimony.id, 'payout/send', {});
  const records = () => listItems(market.service.deps, `TESTIMONY#${sale.testimony.id}`);
  const before = await records();
  isFaulty = true;
  clearOutput();

  expect(await release()).toMatchObject({
    status: 503,
    headers: { 'x-error-code': 'unavailable', 'retry-after': '5' },
  });

  const alerts = readLogEvents('operator.alert').map(({ detail, testimonyId }) => [detail, testimonyId]);
  expect(alerts).toEqual([['money unattended', sale.testimony.id]]);
  expect(readLogEvents('request.failed')).toMatchObject([
    {
      error: {
        name: 'UnattendedMoney',
        message: 'an open payout has no list, date or job: completed held',
      },
    },
  ]);
  clearOutput();
  expect(await records()).toEqual(before);
  isFaulty = false;
  expect(await release()).toMatchObject({ status: 200 });
});
