/**
 * What DynamoDB is asked, as lib-dynamodb has it: plain JavaScript values here, each with its type on the wire.
 * Binary values are not known here: what is sealed is kept as text.
 */
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { SignedCall } from '../signed-calls.ts';

interface Operations {
  BatchGetItem: [BatchGetCommandInput, BatchGetCommandOutput];
  DeleteItem: [DeleteCommandInput, DeleteCommandOutput];
  PutItem: [PutCommandInput, PutCommandOutput];
  Query: [QueryCommandInput, QueryCommandOutput];
  TransactWriteItems: [TransactWriteCommandInput, TransactWriteCommandOutput];
  UpdateItem: [UpdateCommandInput, UpdateCommandOutput];
}

type Name = keyof Operations;
export type InputOf<Operation extends Name> = Operations[Operation][0];

export type Ask = <Operation extends Name>(
  operation: Operation,
  input: InputOf<Operation>,
) => Promise<Omit<Operations[Operation][1], '$metadata'>>;

/** @returns asks DynamoDB; members that are undefined are left out */
export function operationsOf(call: SignedCall): Ask {
  return async (operation, input) => {
    const { body } = await call({
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      },
      body: JSON.stringify(translated(input, toWire)),
    });
    return translated(JSON.parse(body.toString()), item => unmarshall(item));
  };
}

const toWire = (item: object) => marshall(item, { removeUndefinedValues: true });

/** Where an item or a part of one stands, whatever the operation, and where a list of them does. */
const ITEM = /^(Item|Key|ExpressionAttributeValues|ExclusiveStartKey|LastEvaluatedKey|Attributes)$/;
const ITEMS = /^(Items|Keys)$/;

// biome-ignore lint/suspicious/noExplicitAny: inputs and answers of every operation pass through
type Any = any;

function translated(value: Any, item: (value: Any) => object): Any {
  if (Array.isArray(value)) return value.map(each => translated(each, item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, translatedMember(name, member, item)]));
}

function translatedMember(name: string, member: Any, item: (value: Any) => object): Any {
  if (ITEM.test(name)) return item(member);
  if (ITEMS.test(name)) return member.map(item);
  // Of a batch: the items by their table.
  if (name === 'Responses')
    return Object.fromEntries(
      Object.entries(member).map(([table, items]) => [table, (items as object[]).map(item)]),
    );
  return translated(member, item);
}
