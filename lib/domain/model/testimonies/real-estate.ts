/** The property that a testimony is about (infra/docs/api/testimonies.md#testimony). */

export interface RealEstate {
  readonly type: string;
  readonly properties: Readonly<Record<string, number>> | null;
  readonly region: string;
  readonly address: {
    readonly line1: string | null;
    readonly line2: string | null;
    readonly city: string;
    readonly postalCode: string;
    readonly parcelNumber: string | null;
    readonly cadastralArea: string | null;
  };
  readonly addressCoords: Coordinates | null;
  readonly userCoords: Coordinates | null;
}

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}
