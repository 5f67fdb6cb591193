/** Operations of an imaginary API, from which tests derive commands. */
import type { OperatorOperation, Schema } from '../../../infra/operator/operation.ts';

export const PARCEL_ID = '0198c0e0-5c3a-7e11-9b2d-1a2b3c4d5e6f';

const ID: Schema = { type: 'string', format: 'uuid' };
const TEXT: Schema = { type: 'string' };
const TIME: Schema = { type: 'string', format: 'date-time' };
const NUMBER: Schema = { type: 'number' };
const STATE: Schema = { type: 'string', enum: ['open', 'sent'] };

const PARCEL: Schema = {
  type: 'object',
  properties: {
    id: ID,
    name: TEXT,
    createdAt: TIME,
    amount: NUMBER,
    weight: NUMBER,
    isLate: { type: 'boolean' },
    labels: { type: 'array', items: TEXT },
    receiver: { type: 'object', properties: { city: TEXT, readAt: TIME } },
    events: { type: 'array', items: { type: 'object', properties: { at: TIME, note: TEXT } } },
  },
};

const describeParameter = (name: string, place: string, schema: Schema, required = false) => ({
  name,
  in: place,
  required,
  schema,
});

const describeOperation = (operation: Partial<OperatorOperation>): OperatorOperation => ({
  operationId: '',
  method: 'POST',
  path: '/parcels',
  summary: 'Summary',
  description: 'Summary. Description.',
  parameters: [],
  ...operation,
});

export const SAMPLE_OPERATIONS: readonly OperatorOperation[] = [
  describeOperation({
    operationId: 'operatorListParcels',
    method: 'GET',
    parameters: [
      describeParameter('state', 'query', STATE),
      describeParameter('id', 'query', ID),
      describeParameter('place', 'query', TEXT),
      describeParameter('cursor', 'query', TEXT),
      describeParameter('limit', 'query', { type: 'integer' }),
    ],
    data: { type: 'array', items: PARCEL },
  }),
  describeOperation({
    operationId: 'operatorCreateParcel',
    summary: 'Create a parcel',
    body: {
      type: 'object',
      properties: {
        amount: NUMBER,
        kind: { type: 'string', enum: ['small', 'large'], description: 'Size of the parcel.' },
        receiver: { type: 'object', properties: { city: TEXT, postalCode: TEXT }, required: ['city'] },
        labels: { type: 'array', items: TEXT },
        isFragile: { type: 'boolean' },
      },
      required: ['amount', 'receiver'],
    },
    data: PARCEL,
  }),
  describeOperation({
    operationId: 'operatorSendParcelBack',
    summary: 'Send a parcel back',
    path: '/parcels/{id}/send-back',
    parameters: [describeParameter('id', 'path', ID, true)],
    body: { type: 'object', properties: { reason: TEXT }, required: ['reason'] },
  }),
  describeOperation({
    operationId: 'operatorListCarts',
    method: 'GET',
    path: '/carts',
    data: { type: 'array', items: PARCEL },
  }),
  describeOperation({
    operationId: 'operatorCloseCart',
    summary: 'Close a cart',
    path: '/carts/{id}/close',
    parameters: [describeParameter('id', 'path', ID, true)],
  }),
];
