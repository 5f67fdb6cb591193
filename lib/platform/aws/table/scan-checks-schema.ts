/** Schema of the results of the check of scans, in accounts and jobs. */
import * as v from 'valibot';

const createImageCheckSchema = () =>
  v.object({
    decodes: v.nullable(v.boolean()),
    width: v.nullable(v.number()),
    height: v.nullable(v.number()),
    flag: v.nullable(v.picklist(['damaged', 'small', 'too-large', 'too-complex'])),
  });

export const createScanChecksSchema = () =>
  v.object({ front: createImageCheckSchema(), back: createImageCheckSchema() });
