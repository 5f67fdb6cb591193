/** Lists of testimonies by state (infra/docs/api/operators.md). A testimony is in at most one list. */

export type TestimonyList =
  | { readonly name: 'open'; readonly region: string }
  | { readonly name: 'due'; readonly date: string }
  | {
      readonly name:
        | 'unbalanced'
        | 'disputed'
        | 'payout-held'
        | 'payout-owed'
        | 'payout-failed'
        | 'complaint';
    };
