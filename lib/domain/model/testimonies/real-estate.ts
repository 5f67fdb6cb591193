import * as v from 'valibot';
import { nullableText, number, type Stored, storedObject, text } from '../schemas/record-schema.ts';

const createCoordinatesSchema = () => storedObject({ lat: number, lng: number });

export const createRealEstateSchema = () =>
  storedObject({
    type: text,
    properties: v.nullable(v.record(text, number)),
    region: text,
    address: storedObject({
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
