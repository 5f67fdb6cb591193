/**
 * The emulated table by bare HTTP on connections that stay open: what every floor under a request to
 * the table is made of, and the quickest way to fill one.
 */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface BareTable {
  /** @param input the call's JSON, as it is sent */
  call(action: string, input: string): Promise<string>;
  close(): void;
}

const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=bench/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

export function bareTable(endpoint: string): BareTable {
  const agent = new Agent({ keepAlive: true });
  return {
    async call(action, input) {
      const headers = {
        ...HEADERS,
        'content-length': Buffer.byteLength(input),
        'x-amz-target': `DynamoDB_20120810.${action}`,
      };
      return new Promise((resolve, reject) => {
        request(endpoint, { method: 'POST', agent, headers }, async reply => {
          const answer = await text(reply);
          if (reply.statusCode === 200) resolve(answer);
          else reject(new Error(`${action}: ${answer}`));
        })
          .on('error', reject)
          .end(input);
      });
    },
    close: () => agent.destroy(),
  };
}

/** `BatchGetItem` of these items. */
export function readOf(table: string, keys: readonly (readonly [pk: string, sk: string])[]): string {
  const Keys = keys.map(([pk, sk]) => ({ pk: { S: pk }, sk: { S: sk } }));
  return JSON.stringify({ RequestItems: { [table]: { Keys, ConsistentRead: true } } });
}

/** The read that finds the caller of a token. */
export function signInOf(table: string, token: string): string {
  const [userId, tokenId] = token.split(/[_|]/);
  return readOf(table, [
    [`USER#${userId}`, 'USER'],
    [`USER#${userId}`, `TOKEN#${tokenId}`],
  ]);
}

/** The newest open testimonies of a region. */
export function newestOpenIn(TableName: string, region: string, count: number): string {
  return JSON.stringify({
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :region',
    ExpressionAttributeValues: { ':region': { S: `OPEN#${region}` } },
    ScanIndexForward: false,
    Limit: count,
  });
}

/** A testimony and its offers, which lie before it. */
export function testimonyOf(TableName: string, id: string): string {
  return JSON.stringify({
    TableName,
    KeyConditionExpression: 'pk = :pk AND sk >= :offers',
    ExpressionAttributeValues: { ':pk': { S: `TESTIMONY#${id}` }, ':offers': { S: 'OFFER#' } },
    ConsistentRead: true,
  });
}
