/** Fills the table with as many users as a long life would bring. */
import { dynamodb } from '../local/dynamodb.ts';

type Item = Record<string, { S?: string }>;

const PER_WRITE = 25;
/** The items of one account that are there for good: user, token and two claims. */
const LASTING = /^(USER|EMAIL|PHONE)#/;

/** Without its stream the table takes a hundred times as many items a minute. */
export async function withoutStream(endpoint: string, TableName: string): Promise<void> {
  await dynamodb(endpoint, 'UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } });
}

/** @returns what adds the users of these numbers: copies of the table's only account, each its own person */
export async function crowdOf(
  endpoint: string,
  table: string,
): Promise<(from: number, to: number) => Promise<void>> {
  const copy = await copier(endpoint, table);

  return async (from, to) => {
    let open: { PutRequest: { Item: Item } }[] = [];
    const write = () => dynamodb(endpoint, 'BatchWriteItem', { RequestItems: { [table]: open } });
    for (let number = from; number < to; number++) {
      for (const Item of copy(number)) {
        open.push({ PutRequest: { Item } });
        if (open.length < PER_WRITE) continue;
        await write();
        open = [];
      }
    }
    if (open.length > 0) await write();
  };
}

async function copier(endpoint: string, TableName: string): Promise<(number: number) => Item[]> {
  const { Items } = await dynamodb<{ Items: Item[] }>(endpoint, 'Scan', { TableName });
  const items = Items.filter(({ pk }) => LASTING.test(pk?.S ?? ''));
  const user = items.find(({ sk }) => sk?.S === 'USER');
  const token = items.find(({ sk }) => sk?.S?.startsWith('TOKEN#'));
  const own = [user?.id?.S, user?.email?.S, user?.phone?.S, token?.id?.S] as string[];
  const template = JSON.stringify(items);

  return number => {
    const digits = String(number).padStart(8, '0');
    const text = own.reduce((copy, mine) => copy.replaceAll(mine, `${digits}${mine.slice(8)}`), template);
    return JSON.parse(text) as Item[];
  };
}
