/** Schemas for the fields of testimonies and offers (infra/docs/api/testimonies.md). */
import * as v from 'valibot';
import { choiceOf } from './choices.ts';
import { isPlainObject, MAX_LIST_LENGTH } from './normalize.ts';
import { nullable } from './optional.ts';
import { missingMessage, slovak } from './slovak.ts';
import { paragraphs, ShortLine } from './texts.ts';
import { type FieldIssue, objectSchema } from './validate.ts';
import { integerBetween } from './whole-numbers.ts';

export const FreeText = paragraphs(2000);

export const Purpose = choiceOf([
  'mortgage',
  'inheritance',
  'construction',
  'settlement',
  'coownership',
  'noncash',
  'enforcement',
  'auction',
  'transfer',
  'business',
  'easement',
]);

/** Returns whether an amount has at most two decimals. It tolerates floating-point errors: 1.1 × 3 counts as 3.30. */
function isWholeCents(euros: number): boolean {
  return Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-9;
}

/** Price, sent in euros with at most two decimals and converted to cents. */
export const Price = v.pipe(
  v.number(slovak.price),
  v.check(isWholeCents, slovak.price),
  v.minValue(1, slovak.priceRange),
  v.maxValue(100_000, slovak.priceRange),
  v.transform(euros => Math.round(euros * 100)),
);

export const DaysToComplete = integerBetween(1, 365, slovak.days);

/** Coordinate in degrees. Tiny values become 0, because DynamoDB cannot store numbers closer to zero than 1e-130. */
const degrees = (most: number) =>
  v.pipe(
    v.number(slovak.coordinates),
    v.minValue(-most, slovak.coordinates),
    v.maxValue(most, slovak.coordinates),
    v.transform(value => (Math.abs(value) < 1e-12 ? 0 : value)),
  );

const Coordinates = objectSchema({ lat: degrees(90), lng: degrees(180) });

/** Properties of the real estate. `checkDescription` validates their names and number; overlong lists are not read. */
export const Properties = v.pipe(
  v.custom<Readonly<Record<string, number>>>(isPlainObject, slovak.shape),
  v.check(value => Object.keys(value).length <= MAX_LIST_LENGTH, slovak.properties),
  v.record(v.string(), integerBetween(0, 9999, slovak.property)),
);

export const RealEstate = objectSchema({
  type: choiceOf(['apartment', 'commercial', 'house', 'recreational', 'land', 'garage', 'other']),
  properties: nullable(Properties),
  region: v.picklist(['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'], slovak.region),
  address: objectSchema({
    line1: nullable(ShortLine),
    line2: nullable(ShortLine),
    city: ShortLine,
    postalCode: ShortLine,
    parcelNumber: nullable(ShortLine),
    cadastralArea: nullable(ShortLine),
  }),
  addressCoords: nullable(Coordinates),
  userCoords: nullable(Coordinates),
});

/** Stripe's id of a checkout session. */
export const SessionId = v.pipe(v.string(slovak.text), v.regex(/^cs_\w{1,200}$/, slovak.sessionUnusable));

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks that real estate other than a garage has properties, and that an address without a street has a parcel number
 * and a cadastral area.
 */
export function checkDescription({ realEstate }: Fields): FieldIssue[] {
  if (!isPlainObject(realEstate)) return [];
  const { type, properties, address } = realEstate;
  return [...ofProperties(type, properties ?? null), ...ofAddress(address)];
}

function ofProperties(type: unknown, properties: unknown): FieldIssue[] {
  const path = ['realEstate', 'properties'];
  if (properties === null) {
    return typeof type !== 'string' || type === 'garage'
      ? []
      : [{ path, message: missingMessage('properties') }];
  }
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  return names.length <= 20 && names.every(isName) ? [] : [{ path, message: slovak.properties }];
}

const isName = (name: string) => name.trim() !== '' && name.isWellFormed() && [...name].length <= 255;

function ofAddress(address: unknown): FieldIssue[] {
  if (!isPlainObject(address) || (address.line1 ?? address.line2 ?? null) !== null) return [];
  const parcel = ['parcelNumber', 'cadastralArea'].filter(name => (address[name] ?? null) === null);
  return parcel.map(name => ({ path: ['realEstate', 'address', name], message: missingMessage(name) }));
}
