/** Schema of the results of the check of scans, in accounts and jobs. */
import * as v from 'valibot';
import { flag, number } from './contact-schemas.ts';

const createImageCheckSchema = () =>
  v.object({
    decodes: v.nullable(flag),
    width: v.nullable(number),
    height: v.nullable(number),
    flag: v.nullable(v.picklist(['damaged', 'small', 'too-large', 'too-complex'])),
  });

export const createScanChecksSchema = () =>
  v.object({ front: createImageCheckSchema(), back: createImageCheckSchema() });
