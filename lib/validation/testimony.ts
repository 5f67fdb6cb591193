/** Schemas for the fields of testimonies and offers (infra/docs/api/testimonies.md). */
import * as v from 'valibot';
import {
  MAX_DAYS_TO_COMPLETE,
  MAX_EUROS,
  MAX_PROPERTIES,
  MAX_PROPERTY_VALUE,
} from '../domain/input-limits.ts';
import { createChoiceSchema } from './choices.ts';
import { nullable } from './optional.ts';
import { Region } from './region.ts';
import { getMissingFieldMessage, slovakMessages } from './slovak.ts';
import {
  createParagraphsSchema,
  isReadableLine,
  Name,
  ShortIdentifier,
  ShortSingleLineText,
} from './texts.ts';
import {
  convertToNfc,
  createObjectSchema,
  type FieldIssue,
  isPlainObject,
  MAX_LIST_LENGTH,
} from './validate.ts';
import { createIntegerSchema } from './whole-numbers.ts';

export const FreeText = createParagraphsSchema(2000);

export const Purpose = createChoiceSchema([
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

/**
 * Returns whether an amount has at most two decimals. Floating-point errors are tolerated, and they grow with the
 * amount: 1.1 × 3 is 3.30, and 1.1 × 82000 is 90200.00.
 */
function isWholeCents(euros: number): boolean {
  const cents = euros * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-12 * Math.max(1, Math.abs(cents));
}

/** Amount that is sent in euros with at most two decimals, and converted to cents. */
const createAmountSchema = (minimum: number, rangeMessage: string) =>
  v.pipe(
    v.number(slovakMessages.price),
    v.check(isWholeCents, slovakMessages.price),
    v.minValue(minimum, rangeMessage),
    v.maxValue(MAX_EUROS, rangeMessage),
    v.transform(euros => Math.round(euros * 100)),
  );

export const Price = createAmountSchema(1, slovakMessages.priceRange);

/** Amount of an operator's decision about money. */
export const Amount = createAmountSchema(0.01, slovakMessages.amountRange);

export const DaysToComplete = createIntegerSchema(1, MAX_DAYS_TO_COMPLETE, slovakMessages.days);

/** Coordinate in degrees. Tiny values become 0, because DynamoDB cannot store numbers closer to zero than 1e-130. */
const createDegreesSchema = (maximum: number) =>
  v.pipe(
    v.number(slovakMessages.coordinates),
    v.minValue(-maximum, slovakMessages.coordinates),
    v.maxValue(maximum, slovakMessages.coordinates),
    v.transform(value => (Math.abs(value) < 1e-12 ? 0 : value)),
  );

const Coordinates = createObjectSchema({ lat: createDegreesSchema(90), lng: createDegreesSchema(180) });

const normalizeName = (name: string) => convertToNfc(name.trim());

const haveDistinctNames = (names: readonly string[]) =>
  new Set(names.map(normalizeName)).size === names.length;

/**
 * Properties of the real estate. Their names are texts of one line. `checkDescription` validates the length and the
 * number of the names. Overlong lists are not read.
 */
export const RealEstateProperties = v.pipe(
  v.custom<Readonly<Record<string, number>>>(isPlainObject, slovakMessages.shape),
  v.check(value => Object.keys(value).length <= MAX_LIST_LENGTH, slovakMessages.properties),
  v.check(value => Object.keys(value).every(name => isReadableLine(name.trim())), slovakMessages.characters),
  v.check(value => haveDistinctNames(Object.keys(value)), slovakMessages.propertyRepeated),
  v.transform(value =>
    Object.fromEntries(Object.entries(value).map(([name, count]) => [normalizeName(name), count])),
  ),
  v.record(v.string(), createIntegerSchema(0, MAX_PROPERTY_VALUE, slovakMessages.property)),
);

export const RealEstateType = createChoiceSchema([
  'apartment',
  'commercial',
  'house',
  'recreational',
  'land',
  'garage',
  'other',
]);

export const RealEstate = createObjectSchema({
  type: RealEstateType,
  properties: nullable(RealEstateProperties),
  region: Region,
  address: createObjectSchema({
    line1: nullable(ShortSingleLineText),
    line2: nullable(ShortSingleLineText),
    city: Name,
    postalCode: ShortIdentifier,
    parcelNumber: nullable(ShortIdentifier),
    cadastralArea: nullable(ShortSingleLineText),
  }),
  addressCoords: nullable(Coordinates),
  userCoords: nullable(Coordinates),
});

export const CheckoutSessionId = v.pipe(
  v.string(slovakMessages.text),
  v.regex(/^cs_\w{1,200}$/, slovakMessages.sessionUnusable),
);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks that real estate other than a garage has properties, and that an address without a street has a parcel number
 * and a cadastral area.
 */
export function checkDescription({ realEstate }: Fields): FieldIssue[] {
  if (!isPlainObject(realEstate)) return [];
  const { type, properties, address } = realEstate;
  return [...checkProperties(type, properties ?? null), ...checkAddress(address)];
}

function checkProperties(type: unknown, properties: unknown): FieldIssue[] {
  const path = ['realEstate', 'properties'];
  if (properties === null) {
    const isRequired = typeof type === 'string' && type !== 'garage';
    return isRequired ? [{ path, message: getMissingFieldMessage('properties') }] : [];
  }
  const names = isPlainObject(properties) ? Object.keys(properties) : [];
  return names.length <= MAX_PROPERTIES && names.every(isPropertyName)
    ? []
    : [{ path, message: slovakMessages.properties }];
}

const isPropertyName = (name: string) => name.trim() !== '' && [...name].length <= 255;

function checkAddress(address: unknown): FieldIssue[] {
  if (!isPlainObject(address) || (address.line1 ?? address.line2 ?? null) !== null) return [];
  const missingFields = ['parcelNumber', 'cadastralArea'].filter(name => (address[name] ?? null) === null);
  return missingFields.map(name => ({
    path: ['realEstate', 'address', name],
    message: getMissingFieldMessage(name),
  }));
}
