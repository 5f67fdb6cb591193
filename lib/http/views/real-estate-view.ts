/** API view of the property that a testimony is about (infra/docs/api/testimonies.md#who-sees-what). */
import type { Coordinates, RealEstate } from '../../domain/model/testimonies/real-estate.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';

/**
 * Returns a property as the viewer of its testimony may see it.
 * @param isExact whether street, parcel number and the exact coordinates are included; otherwise the coordinates are
 * rounded to two decimals, about one kilometre
 * @param isDetailed whether postal code, cadastral area and coordinates are included
 */
export function createRealEstateView(
  { type, properties, region, address, addressCoords, userCoords }: RealEstate,
  isExact: boolean,
  isDetailed: boolean,
): ResponseData<'Testimony'>['realEstate'] {
  const coords = isDetailed ? addressCoords : null;
  return {
    type,
    properties: properties && sortByName(properties),
    region,
    address: {
      line1: isExact ? address.line1 : null,
      line2: isExact ? address.line2 : null,
      city: address.city,
      postalCode: isDetailed ? address.postalCode : null,
      parcelNumber: isExact ? address.parcelNumber : null,
      cadastralArea: isDetailed ? address.cadastralArea : null,
    },
    addressCoords: coords && (isExact ? pick(coords, 'lat', 'lng') : roundCoordinates(coords)),
    userCoords: isExact ? userCoords && pick(userCoords, 'lat', 'lng') : null,
  };
}

function roundCoordinates({ lat, lng }: Coordinates): Coordinates {
  return { lat: Math.round(lat * 100) / 100, lng: Math.round(lng * 100) / 100 };
}

/** Sorts members by name, because DynamoDB maps do not preserve member order. */
function sortByName(properties: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}
