/** Index partitions of the lists of testimonies for operators. */
export const TESTIMONY_LISTS = {
  due: 'TESTIMONIES#due',
  disputed: 'TESTIMONIES#disputed',
  complaint: 'TESTIMONIES#complaint',
  unbalanced: 'PAYMENTS#unbalanced',
  'payout-held': 'PAYOUTS#held',
  'payout-owed': 'PAYOUTS#owed',
  'payout-failed': 'PAYOUTS#failed',
} as const;

/** Index partitions of the lists of refunds. */
export const REFUND_LISTS = { pending: 'REFUNDS#pending', failed: 'REFUNDS#failed' } as const;
