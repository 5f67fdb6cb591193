/** Pages of lists (contract §4). Positions are the store's own and mean nothing to anybody else. */
export const PAGE_SIZE = 15;

/** Which page of a list: the one that begins behind `from`, or with `back` the one that ends before it. */
export interface Turn {
  readonly from?: string;
  readonly back?: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Position of the last item, when more follow. */
  readonly next?: string;
  /** Position of the first item, when others come before. */
  readonly previous?: string;
}
