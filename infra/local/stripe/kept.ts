/**
 * What is kept of every object. `hidden` is what Stripe knows of one without telling; it leaves the stand-in
 * in no answer.
 */
export interface Kept<Kind extends string> {
  readonly id: string;
  readonly object: Kind;
  readonly [other: string]: unknown;
}
