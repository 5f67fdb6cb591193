/**
 * Schemas of response bodies by their names in the OpenAPI document. The description and the tests load them; endpoints
 * and views import their types only, by `../success-response.ts`.
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

export const schemas = {
  ...user,
  ...testimony,
  ...address,
  UploadPermit,
  Export,
  ...history,
  ...operator,
  Page,
  ...message,
};
