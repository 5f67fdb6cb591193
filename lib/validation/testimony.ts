/** The fields of testimonies and offers (contract §1 "Bounds", §4). */
import * as v from 'valibot';
import { oneOf } from './choices.ts';
import { nullable } from './optional.ts';
import { missing, slovak } from './slovak.ts';
import { paragraphs, ShortLine } from './texts.ts';
import { members } from './validate.ts';

export const FreeText = paragraphs(2000);

export const Purpose = oneOf([
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

function whole(from: number, to: number, message: string) {
  return v.pipe(
    v.number(slovak.wholeNumber),
    v.integer(slovak.wholeNumber),
    v.minValue(from, message),
    v.maxValue(to, message),
  );
}

/** Sent as euros with at most two decimals, kept as cents. */
export const Price = v.pipe(
  v.number(slovak.price),
  v.check(euros => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6, slovak.price),
  v.minValue(1, slovak.priceRange),
  v.maxValue(100_000, slovak.priceRange),
  v.transform(euros => Math.round(euros * 100)),
);

export const DaysToComplete = whole(1, 365, slovak.days);

const Coordinates = members({
  lat: v.pipe(
    v.number(slovak.coordinates),
    v.minValue(-90, slovak.coordinates),
    v.maxValue(90, slovak.coordinates),
  ),
  lng: v.pipe(
    v.number(slovak.coordinates),
    v.minValue(-180, slovak.coordinates),
    v.maxValue(180, slovak.coordinates),
  ),
});

const Properties = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(255, slovak.properties)),
    whole(0, 9999, slovak.property),
    slovak.shape,
  ),
  v.check(properties => Object.keys(properties).length <= 20, slovak.properties),
);

export const RealEstate = members({
  type: oneOf(['apartment', 'commercial', 'house', 'recreational', 'land', 'garage', 'other']),
  properties: nullable(Properties),
  region: v.picklist(['ba', 'bb', 'ke', 'nr', 'po', 'tn', 'tt', 'za'], slovak.region),
  address: members({
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

/** The provider's id of a checkout. */
export const SessionId = v.pipe(v.string(slovak.text), v.regex(/^cs_\w{1,200}$/, slovak.sessionUnusable));

type Fields = Readonly<Record<string, unknown>>;

/** Everything but a garage is described; what has no street has a parcel. */
export function describedEnough({ realEstate }: Fields) {
  if (!isFields(realEstate)) return [];
  const { type, properties, address } = realEstate;
  const undescribed = typeof type === 'string' && type !== 'garage' && (properties ?? null) === null;
  const found = undescribed ? [{ path: ['realEstate', 'properties'], message: missing('properties') }] : [];
  if (!isFields(address) || (address.line1 ?? address.line2 ?? null) !== null) return found;
  const parcel = ['parcelNumber', 'cadastralArea'].filter(name => (address[name] ?? null) === null);
  return [
    ...found,
    ...parcel.map(name => ({ path: ['realEstate', 'address', name], message: missing(name) })),
  ];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
