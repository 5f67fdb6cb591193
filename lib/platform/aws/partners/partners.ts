/** DynamoDB implementation of the store of partners. */
import type { PartnerChanges } from '../../../domain/model/partners/partner.ts';
import type { Partners } from '../../../domain/ports/partners.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { toPartner } from '../table/records.ts';
import { readItem, readRecord, type Table } from '../table/table.ts';
import { attributeEquals, type ChangeWriters, createPutOrConflict } from '../table/writes.ts';

const INDEX_PARTITION = 'PARTNERS';

export function dynamoPartners(table: Table): Partners {
  return {
    areMarkets: table.sandbox,
    find: partnerId => readRecord(table, itemKey.partner(partnerId), toPartner),

    async countUsers(partnerId) {
      const counter = await readItem(table, itemKey.partnerUsers(partnerId));
      return Number(counter?.members ?? 0);
    },

    list: pageRequest => queryPage(table, { index: 'gsi1', pk: INDEX_PARTITION }, pageRequest, toPartner),
  };
}

export const partnerWriters = (table: Table) =>
  ({
    'partner-stored': ({ before, after }) => [
      createPutOrConflict(
        table,
        {
          ...itemKey.partner(after.id),
          ...after,
          version: before ? before.version + 1 : after.version,
          gsi1pk: INDEX_PARTITION,
          gsi1sk: after.id,
        },
        before && attributeEquals('version', before.version),
      ),
    ],
  }) satisfies ChangeWriters<PartnerChanges>;
