import * as v from 'valibot';
import { slovakMessages } from './slovak.ts';

/** Code of a Slovak region (infra/docs/api/validation.md#regions). */
export const Region = v.picklist(['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'], slovakMessages.region);
