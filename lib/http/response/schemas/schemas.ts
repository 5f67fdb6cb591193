/**
 * Schemas of response bodies by their names in the OpenAPI document. The generator of that document and the tests load
 * the schemas; endpoints and views import only their types, through `../success-response.ts`.
 */
import * as address from './address.ts';
import { Export } from './export.ts';
import * as history from './history.ts';
import * as message from './message.ts';
import * as operator from './operator.ts';
import { Page } from './page.ts';
import * as testimony from './testimony.ts';
import { UploadPermit } from './upload-permit.ts';
import * as user from './user.ts';
import { Region } from './values.ts';
import * as webhook from './webhook.ts';

export const schemas = {
  ...user,
  ...testimony,
  ...address,
  UploadPermit,
  Export,
  Region,
  ...history,
  ...webhook,
  ...operator,
  Page,
  ...message,
};
