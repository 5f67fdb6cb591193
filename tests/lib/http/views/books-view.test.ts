import { expect, it } from 'vitest';
import { createAccountingViews } from '../../../../lib/http/views/books-view.ts';
import { createEntry, createPaidTestimony } from '../../../support/paid-testimony.ts';

const ENTRIES = [
  createEntry('payment', 'pi_1', ['provider', 'expert'], 100),
  createEntry('payout', 'tr_1', ['expert', 'provider'], 100),
  createEntry('fee', 'txn_1', ['fees', 'provider'], 100),
  createEntry('refund', 're_1', ['unallocated', 'provider'], 100),
] as const;

it.each(ENTRIES.map(entry => [entry.kind, entry] as const))(
  'an accounting line of the kind %s has the accounts and the id of the payment',
  async (kind, entry) => {
    const { deps } = createPaidTestimony();
    const { sourceId, from, to } = entry;

    expect(await createAccountingViews([entry], deps)).toMatchObject([
      { kind, sourceId, from, to, amount: 1, paymentId: 'pi_1' },
    ]);
  },
);
