/** Addresses, companies and the contact details of clients (infra/docs/api/conventions.md). */

export interface Address {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface ShippingAddress extends Address {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Company {
  readonly businessId: string | null;
  readonly taxId: string;
  readonly vatId: string | null;
}

/** Contact and billing details of a client. Among experts, only the assigned expert can see them. */
export interface Contact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** E-mail address; null after the client has deleted the account. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly billingAddress: Address | null;
  readonly shippingAddress: ShippingAddress | null;
  readonly company: Company | null;
}

/** Empty contact, for clients whose details are hidden or erased. */
export const NO_CONTACT: Contact = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  billingAddress: null,
  shippingAddress: null,
  company: null,
};

/** Copies the contact fields from a client's account or from a buyer's details. */
export function toContact({
  firstName,
  lastName,
  email,
  phone,
  billingAddress,
  shippingAddress,
  company,
}: Contact): Contact {
  return { firstName, lastName, email, phone, billingAddress, shippingAddress, company };
}
