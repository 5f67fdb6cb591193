import * as v from 'valibot';
import { nullableTextSchema, numberSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

const createCoordinatesSchema = () => v.object({ lat: numberSchema, lng: numberSchema });

export const createRealEstateSchema = () =>
  v.object({
    type: textSchema,
    properties: v.nullable(v.record(textSchema, numberSchema)),
    region: textSchema,
    address: v.object({
      line1: nullableTextSchema,
      line2: nullableTextSchema,
      city: textSchema,
      postalCode: textSchema,
      parcelNumber: nullableTextSchema,
      cadastralArea: nullableTextSchema,
    }),
    addressCoords: v.nullable(createCoordinatesSchema()),
    userCoords: v.nullable(createCoordinatesSchema()),
  });

/** The property that a testimony is about (infra/docs/api/testimonies.md#testimony). */
export type RealEstate = Stored<typeof createRealEstateSchema>;

export type Coordinates = Stored<typeof createCoordinatesSchema>;
