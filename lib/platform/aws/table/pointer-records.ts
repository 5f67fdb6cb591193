/** Schemas of the pointers that lead to testimonies, offers and checkouts. */
import * as v from 'valibot';
import { text } from './contact-schemas.ts';
import { createRecordReader } from './record-reader.ts';

export interface TestimonyPointer {
  readonly testimonyId: string;
  readonly offerIds?: readonly string[];
}

export const createTestimonyPointerSchema = () =>
  v.object({
    testimonyId: text,
    offerIds: v.exactOptional(v.array(text)),
  });

/** Reads a pointer from the list of a client or an expert, or the pointer of an offer. */
export const toTestimonyPointer = /* @__PURE__ */ createRecordReader<
  TestimonyPointer,
  typeof createTestimonyPointerSchema
>('pointer to a testimony', createTestimonyPointerSchema);

interface CheckoutPointer {
  readonly sessionId: string;
}

export const createCheckoutPointerSchema = () => v.object({ sessionId: text });

/** Reads the pointer of a testimony, an offer or a payment to a checkout. */
export const toCheckoutPointer = /* @__PURE__ */ createRecordReader<
  CheckoutPointer,
  typeof createCheckoutPointerSchema
>('pointer to a checkout', createCheckoutPointerSchema);
