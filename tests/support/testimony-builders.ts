/** Builders of valid testimonies, offers, buyers and documents. A test overrides the field that it checks. */
import type { Fields, FormBody } from './builders.ts';
import { buildPdf } from './pdf-files.ts';

export const BUYER = {
  phone: '+421901234567',
  firstName: 'Peter',
  lastName: 'Novák',
  billingAddress: { line1: 'Mlynská 5', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' },
};

/** Contact fields of a client, as shown to users who are not a party of the testimony. */
export const HIDDEN_CONTACT = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  billingAddress: null,
  shippingAddress: null,
  company: null,
};

/** Real estate of the default testimony: an apartment in Košice. */
export const REAL_ESTATE = {
  type: 'apartment',
  properties: { rooms: 3, area: 72 },
  region: 'ke',
  address: { line1: 'Hlavná 1', line2: '2. poschodie', city: 'Košice', postalCode: '040 01' },
  addressCoords: { lat: 48.72, lng: 21.26 },
  userCoords: { lat: 48.7, lng: 21.2 },
};

export function testimonyBody(change: Fields = {}): Record<string, unknown> {
  return {
    purpose: 'mortgage',
    realEstate: REAL_ESTATE,
    notes: 'Prosím o rýchle vybavenie.',
    ...change,
  };
}

export const testimonyBodyWith = (change: Fields) =>
  testimonyBody({ realEstate: { ...REAL_ESTATE, ...change } });

export function offerBody(change: Fields = {}): Record<string, unknown> {
  return { price: 250, daysToComplete: 10, note: 'Termín podľa dohody.', ...change };
}

export const PDF = buildPdf({}, 2000).toString();

/** Returns an offer as the client sees it: without the commission, which only the offer's expert sees. */
export const asClientSees = <Offer extends object>(offer: Offer) => ({
  ...offer,
  commission: null,
  netAmount: null,
});

/** Returns the multipart body that completes a testimony with a document, by default a PDF. */
export function documentBody(content: string | Blob = PDF): FormBody {
  const form = new FormData();
  form.append('document', new Blob([content], { type: 'application/pdf' }), 'posudok.pdf');
  return form;
}
