import * as v from 'valibot';
import { nullableText, number, type Stored, text } from '../schemas/record-schema.ts';

const createCoordinatesSchema = () => v.object({ lat: number, lng: number });

export const createRealEstateSchema = () =>
  v.object({
    type: text,
    properties: v.nullable(v.record(text, number)),
    region: text,
    address: v.object({
      line1: nullableText,
      line2: nullableText,
      city: text,
      postalCode: text,
      parcelNumber: nullableText,
      cadastralArea: nullableText,
    }),
    addressCoords: v.nullable(createCoordinatesSchema()),
    userCoords: v.nullable(createCoordinatesSchema()),
  });

/** The property that a testimony is about (infra/docs/api/testimonies.md#testimony). */
export type RealEstate = Stored<typeof createRealEstateSchema>;

export type Coordinates = Stored<typeof createCoordinatesSchema>;
