/**
 * Catalogue of errors. Each error has a code, a response, a meaning and a cause for developers, and a text for users.
 * The page `infra/docs/api/errors.md` and the texts of the client are generated from it. The domain uses only the
 * codes, and bundles contain only the responses.
 */

import { FORMER_EMAIL_HOURS, MAX_OFFERS_OF_EXPERT } from './input-limits.ts';

type ErrorResponse = readonly [status: number, message: string, code?: string];

const NOT_ALLOWED = 'This action is unauthorized.';
const WRONG_STATE = 'This is not possible in the current state.';

const CHANGED_SINCE_READ = 'This has changed since it was read. Please look again.';

/**
 * Status, message and `X-Error-Code` of each error. Several errors may share a status and message. The message of a
 * 422 is built from its field errors. `X-Error-Code` is the name of the error unless a third element overrides it.
 */
const RESPONSES = {
  'malformed-body': [400, 'The request body could not be read.'],
  'bad-cursor': [400, 'Invalid cursor.'],
  'bad-event': [400, 'Invalid event.'],
  'bad-signature': [400, 'Invalid signature.'],
  'bad-idempotency-key': [400, 'Idempotency-Key takes 16 to 255 printable ASCII characters.'],
  'bad-sandbox-failure': [400, 'X-Sandbox-Failure takes 429, 500, 503 or, with a token or a key, slow.'],
  'unknown-partner': [400, 'X-Partner names no enabled partner.'],
  'reset-failed': [400, 'Failed to reset password.'],
  unauthenticated: [401, 'Unauthenticated.'],
  'wrong-credentials': [401, 'Unauthenticated.'],
  'already-signed-in': [403, 'Access denied for authenticated users.'],
  locked: [403, 'This account is locked.'],
  unverified: [403, 'Access denied for unverified users.'],
  unapproved: [403, 'Access denied for unapproved experts.'],
  'wrong-role': [403, NOT_ALLOWED],
  'not-owner': [403, NOT_ALLOWED],
  forbidden: [403, NOT_ALLOWED],
  'not-found': [404, 'Not found.'],
  'wrong-state': [409, WRONG_STATE],
  'reference-used': [409, 'The reference belongs to another settlement of this testimony.'],
  'not-scanned-yet': [409, 'The file is still being scanned for malware.'],
  infected: [409, 'The file contains malware.'],
  'not-scannable': [409, 'The file cannot be scanned for malware.'],
  'offer-not-payable': [409, WRONG_STATE],
  'already-offered': [409, 'You have already made an offer for this testimony.'],
  'too-many-offers': [409, 'The maximum number of offers for this testimony is reached.'],
  'endpoint-disabled': [409, 'The webhook is disabled or not confirmed yet.'],
  'already-verified': [409, 'Email has already been verified.'],
  'former-email-reserved': [409, 'A former e-mail address is still reserved for this account.'],
  'work-unfinished': [409, 'There is a testimony that has been paid for and is not completed.'],
  'money-under-way': [409, 'There is a refund, a payout or a dispute that has not ended.'],
  'not-dead': [409, 'Only dead jobs can be retried or dismissed.'],
  'not-resendable': [
    409,
    'Only a mail that is done can be sent again, and only if its content can be rebuilt.',
  ],
  'already-locked': [409, 'This account is locked already.'],
  'not-locked': [409, 'This account is not locked.'],
  stale: [409, CHANGED_SINCE_READ],
  'changed-meanwhile': [412, CHANGED_SINCE_READ, 'stale'],
  'too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'Unsupported media type.'],
  invalid: [422, ''],
  'idempotency-key-reused': [422, ''],
  'too-many-requests': [429, 'Too many requests.'],
  internal: [500, 'Internal server error.'],
  'payment-accounts-unavailable': [
    503,
    'Payment accounts cannot be opened at present. We have been informed.',
  ],
  unavailable: [503, 'Service unavailable. Please try again in a moment.'],
} satisfies Record<string, ErrorResponse>;

export type ErrorCode = keyof typeof RESPONSES;

export const ERROR_RESPONSES: Readonly<Record<ErrorCode, ErrorResponse>> = RESPONSES;

/** A text for users. `{minutes}` stands for the value of `Retry-After`, rounded up. */
export type LocalizedText = readonly [slovak: string, english: string];

export interface ErrorEntry {
  readonly meaning: string;
  /** The usual cause, and what a developer should do. */
  readonly cause: string;
  readonly text: LocalizedText;
}

/** Values of `X-Error-Code`. The service reports `changed-meanwhile` as `stale`. */
export type PublicErrorCode = Exclude<ErrorCode, 'changed-meanwhile'>;

const CANNOT_READ: LocalizedText = [
  'Požiadavku sa nepodarilo spracovať. Načítajte stránku znova a skúste to ešte raz.',
  'The request could not be processed. Reload the page and try again.',
];
const NO_ACCESS: LocalizedText = ['K tomuto nemáte prístup.', 'You have no access to this.'];
const NOT_POSSIBLE: LocalizedText = [
  'Medzitým sa to zmenilo. Ukazujeme aktuálny stav.',
  'This has changed in the meantime. You see the current state.',
];

/** Returns the sections of the page `infra/docs/api/errors.md` with their entries. No bundle contains these texts. */
export const getErrorSections = () =>
  ({
    Requests: {
      'malformed-body': {
        meaning: 'The body could not be parsed.',
        cause: 'The body is not a valid JSON object or form, or it is nested too deeply.',
        text: CANNOT_READ,
      },
      'bad-cursor': {
        meaning: 'The cursor of a list is not valid.',
        cause:
          'The cursor is from another list, another user or other filters, or it is older than the end of the next day (UTC). Begin with the first page.',
        text: ['Zoznam sa zmenil. Načítajte ho znova.', 'The list has changed. Please load it again.'],
      },
      'bad-idempotency-key': {
        meaning: 'The header `Idempotency-Key` is not valid.',
        cause: 'A key has 16 to 255 printable ASCII characters, for example a UUID.',
        text: CANNOT_READ,
      },
      'bad-sandbox-failure': {
        meaning: 'The header `X-Sandbox-Failure` has an unknown value, or one that guests cannot use.',
        cause: 'It takes `429`, `500`, `503` or, in a request with a token or the key of a partner, `slow`.',
        text: CANNOT_READ,
      },
      'unknown-partner': {
        meaning: 'The header `X-Partner` names no partner, or a disabled one.',
        cause: 'It takes the id of a [partner](partners.md), without its secret.',
        text: CANNOT_READ,
      },
      'too-large': {
        meaning: 'The body is too large.',
        cause:
          'A JSON body has at most 256 KB. A form of over about 4.4 MB gets a 413 of API Gateway, without a code: upload its files first. The client does so by itself from 4 MB.',
        text: ['Odoslané súbory sú príliš veľké.', 'The files are too large.'],
      },
      'unsupported-media-type': {
        meaning: 'The route does not accept the media type, or the body is compressed.',
        cause: 'The header `Content-Type` is missing or wrong, or `Content-Encoding` is not `identity`.',
        text: CANNOT_READ,
      },
      invalid: {
        meaning: 'One or more fields are not valid.',
        cause: 'See `errors` in the body, and [Field errors](#field-errors).',
        text: ['Skontrolujte označené polia.', 'Please check the marked fields.'],
      },
      'idempotency-key-reused': {
        meaning: 'Another request was sent under this idempotency key.',
        cause: 'A key belongs to one request. Create a new key when a field or a file changes.',
        text: [
          'Údaje sa od prvého odoslania zmenili. Odošlite ich znova.',
          'The data has changed since it was first sent. Please send it again.',
        ],
      },
    },

    Accounts: {
      unauthenticated: {
        meaning: 'The request has no valid token.',
        cause:
          'The token is missing, or it was revoked by logout, by a new password or by a new e-mail address. Sign in again.',
        text: ['Prihláste sa prosím znova.', 'Please sign in again.'],
      },
      'wrong-credentials': {
        meaning: 'The e-mail address or the password is wrong.',
        cause:
          'The response does not say which of the two is wrong, so that nobody can find out who has an account.',
        text: ['E-mail alebo heslo nie je správne.', 'The e-mail or the password is wrong.'],
      },
      'reset-failed': {
        meaning: 'The password was not reset.',
        cause:
          'The link is invalid, used or older than an hour, or belongs to another address. Request a new mail.',
        text: [
          'Odkaz je neplatný, použitý alebo vypršal. Požiadajte o nový.',
          'The link is invalid, used or expired. Request a new one.',
        ],
      },
      'already-signed-in': {
        meaning: 'The route is for guests, and the request has a valid token.',
        cause: 'Send the request without a token, or sign out first.',
        text: [
          'V tomto okne je už niekto prihlásený. Najprv sa odhláste.',
          'Somebody is signed in here already. Sign out first.',
        ],
      },
      locked: {
        meaning: 'Operators have locked the account.',
        cause:
          'The password was right. Only operators can unlock the account; they have written to its owner.',
        text: [
          'Váš účet je zablokovaný. Dôvod sme vám poslali e-mailom.',
          'Your account is locked. We have sent you the reason by e-mail.',
        ],
      },
      unverified: {
        meaning: 'The e-mail address of the account is not verified.',
        cause:
          'Ask the person to open the link of the verification mail; `resendVerification` sends another one.',
        text: ['Najprv si overte e-mailovú adresu.', 'Verify your e-mail address first.'],
      },
      unapproved: {
        meaning: 'The expert is not approved.',
        cause:
          'An expert is approved when the payment account is verified, or by operators. See `approved` in `GET /me`.',
        text: [
          'Ponuky môžete posielať, keď bude váš účet znalca schválený.',
          'You can make offers once your expert account is approved.',
        ],
      },
      'wrong-role': {
        meaning: 'The route is for the other role.',
        cause:
          'A client called a route of experts, or an expert a route of clients. Offer only the actions of `allowedActions`.',
        text: ['Na toto váš účet nie je určený.', 'Your account cannot do this.'],
      },
      'not-owner': {
        meaning: 'The resource belongs to another user.',
        cause: 'The id is from another account, for example after a change of the signed-in user.',
        text: ['K tomuto nemáte prístup.', 'This belongs to somebody else.'],
      },
      forbidden: {
        meaning: 'The caller is not allowed to do this.',
        cause:
          'In production every 403 has this code, so that nobody learns the reason. Try the request in the sandbox to see it.',
        text: NO_ACCESS,
      },
      'already-verified': {
        meaning: 'The e-mail address is verified already.',
        cause: 'The link was opened twice. Treat it as a success.',
        text: ['Táto adresa už bola overená.', 'This address has been verified before.'],
      },
      stale: {
        meaning: 'The data has changed since it was read.',
        cause:
          '`If-Match` has the `ETag` of an older version, or operators decided about older scans. Read the resource again, and apply the change to it.',
        text: [
          'Údaje sa medzitým zmenili inde. Skontrolujte ich a odošlite znova.',
          'The data was changed elsewhere meanwhile. Please check it and send it again.',
        ],
      },
      'former-email-reserved': {
        meaning: 'The account cannot be closed: operators can still restore a former e-mail address.',
        cause: `The e-mail address has changed within the last ${FORMER_EMAIL_HOURS} hours. Try again afterwards.`,
        text: [
          `Účet nemožno zrušiť skôr ako ${FORMER_EMAIL_HOURS} hodín po zmene e-mailovej adresy.`,
          `The account cannot be closed within ${FORMER_EMAIL_HOURS} hours of a change of its e-mail address.`,
        ],
      },
      'work-unfinished': {
        meaning: 'The account cannot be closed: a paid testimony is not completed.',
        cause: 'Complete the testimony, or have it cancelled.',
        text: [
          'Účet nemožno zrušiť, kým zaplatený posudok nie je odovzdaný.',
          'The account cannot be closed while a paid testimony is not completed.',
        ],
      },
      'money-under-way': {
        meaning: 'The account cannot be closed: money is under way.',
        cause: 'A refund, a payout or a dispute has not ended. Try again when it has.',
        text: [
          'Účet nemožno zrušiť, kým sú peniaze na ceste.',
          'The account cannot be closed while a refund, payout or dispute is open.',
        ],
      },
      'payment-accounts-unavailable': {
        meaning: 'No payment account can be opened at present.',
        cause:
          "The provider rejects the platform's own account. The operators have been informed; try again later.",
        text: [
          'Účty na výplaty sa teraz nedajú otvoriť. Vieme o tom a riešime to.',
          'Payment accounts cannot be opened at present. We know about it and are working on it.',
        ],
      },
    },

    'Testimonies and payments': {
      'not-found': {
        meaning: 'The path or the resource does not exist.',
        cause: 'The id is wrong, or the resource was deleted.',
        text: ['Toto sme nenašli.', 'This does not exist.'],
      },
      'wrong-state': {
        meaning: 'The request is not possible in the current state of the testimony.',
        cause:
          'The other side was faster, or the request was sent twice. Read the testimony again, and offer its `allowedActions`.',
        text: NOT_POSSIBLE,
      },
      'reference-used': {
        meaning:
          'The testimony has a settlement of this kind with this reference and another amount, or it was undone.',
        cause:
          'Look at the entries of the testimony. Undo the wrong settlement, and record the right one with another reference.',
        text: ['Túto referenciu už má iný zápis.', 'Another entry has this reference already.'],
      },
      'already-offered': {
        meaning: 'The expert has an open offer for this testimony.',
        cause: 'An expert has one open offer for a testimony. Withdraw it to make another one.',
        text: [
          'Na tento posudok už máte otvorenú ponuku.',
          'You already have an open offer for this testimony.',
        ],
      },
      'too-many-offers': {
        meaning: 'The expert has made the maximum number of offers for this testimony.',
        cause: `An expert makes at most ${MAX_OFFERS_OF_EXPERT} offers for one testimony. Withdrawn offers count, too.`,
        text: [
          'Na tento posudok ste už poslali najväčší možný počet ponúk.',
          'You have made as many offers for this testimony as possible.',
        ],
      },
      'offer-not-payable': {
        meaning: 'The offer cannot be paid for.',
        cause:
          'The expert is not approved or under review at present, or another payment is being made. Read the offers again.',
        text: ['Túto ponuku teraz nemožno zaplatiť.', 'This offer cannot be paid now.'],
      },
      'not-scanned-yet': {
        meaning: 'The document is still being scanned for malware.',
        cause: 'The scan takes up to some minutes. Try again after a minute.',
        text: [
          'Dokument ešte kontrolujeme. Skúste to o pár minút.',
          'The document is still being checked. Try again in a few minutes.',
        ],
      },
      infected: {
        meaning: 'The document contains malware and cannot be downloaded.',
        cause: 'The expert has been informed and has to deliver another document.',
        text: [
          'Dokument obsahuje škodlivý softvér a nedá sa stiahnuť. Znalec musí odovzdať iný.',
          'The document contains malware and cannot be downloaded. The expert must deliver another one.',
        ],
      },
      'not-scannable': {
        meaning: 'The document cannot be scanned for malware, so it cannot be downloaded.',
        cause: 'The file is encrypted or damaged. The expert has to deliver another document.',
        text: [
          'Dokument sa nedá skontrolovať, preto sa nedá stiahnuť. Znalec musí odovzdať iný.',
          'The document cannot be checked and therefore not downloaded. The expert must deliver another one.',
        ],
      },
    },

    Webhooks: {
      'endpoint-disabled': {
        meaning: 'The webhook is disabled, or not confirmed yet.',
        cause:
          'See its `state` and `disabledAt`. Enable it with `PUT /partner`; an unconfirmed one must [answer its challenge](webhooks.md#confirming-the-webhook).',
        text: ['Webhook je vypnutý alebo nepotvrdený.', 'The webhook is disabled or unconfirmed.'],
      },
    },

    'Limits and failures': {
      'too-many-requests': {
        meaning: 'A rate limit is exceeded.',
        cause:
          '`Retry-After` is the number of seconds to wait; see [Rate limits](conventions.md#rate-limits). The client waits by itself for short times.',
        text: [
          'Príliš veľa pokusov. Skúste to znova o {minutes} min.',
          'Too many attempts. Try again in {minutes} min.',
        ],
      },
      internal: {
        meaning: 'An internal error.',
        cause:
          'The request may have taken effect. Report its `X-Request-Id` to the operators if it happens again.',
        text: [
          'Na našej strane nastala chyba. Skúste to prosím o chvíľu.',
          'Something broke on our side. Please try again in a while.',
        ],
      },
      unavailable: {
        meaning: 'The service, or another service that it needs, did not respond in time or failed.',
        cause:
          'The request may have taken effect. [Deadline](conventions.md#deadline) says how to repeat it; the client repeats where it is safe.',
        text: [
          'Služba je preťažená. Skúste to prosím o chvíľu.',
          'The service is busy. Please try again in a while.',
        ],
      },
    },

    'Operators and webhooks of the payment provider': {
      'bad-event': {
        meaning: 'The event of the payment provider could not be read.',
        cause: 'Only the payment provider calls this route.',
        text: CANNOT_READ,
      },
      'bad-signature': {
        meaning: 'The signature of the event is not valid.',
        cause: 'The secret of the webhook is wrong, or the event is older than five minutes.',
        text: CANNOT_READ,
      },
      'not-dead': {
        meaning: 'The job is not dead.',
        cause: 'Only dead jobs can be retried or dismissed.',
        text: ['Táto úloha sa ešte vykonáva.', 'This job is still being processed.'],
      },
      'not-resendable': {
        meaning: 'The mail cannot be sent again.',
        cause: 'The mail is not done, or its content cannot be rebuilt.',
        text: ['Tento e-mail nemožno poslať znova.', 'This mail cannot be sent again.'],
      },
      'already-locked': {
        meaning: 'The account is locked already.',
        cause: 'Another operator was faster.',
        text: ['Tento účet už je zablokovaný.', 'This account is locked already.'],
      },
      'not-locked': {
        meaning: 'The account is not locked.',
        cause: 'Another operator was faster.',
        text: ['Tento účet nie je zablokovaný.', 'This account is not locked.'],
      },
    },
  }) as const satisfies Record<string, Partial<Record<PublicErrorCode, ErrorEntry>>>;

/** Codes that the client itself assigns, when no readable response of the API arrives. */
export const CLIENT_ERRORS = {
  'connection-failed': {
    meaning: 'No response arrived, or only a part of one.',
    cause:
      'The device is offline, the address of the API is wrong, the origin is not allowed (CORS), or the connection was cut.',
    text: [
      'Spojenie sa prerušilo. Skontrolujte pripojenie a skúste to znova.',
      'The connection broke. Check your connection and try again.',
    ],
  },
  timeout: {
    meaning: 'The response did not arrive within `timeout`.',
    cause: 'The connection is slow, or the service is overloaded.',
    text: [
      'Odpoveď trvá príliš dlho. Skúste to prosím znova.',
      'The response takes too long. Please try again.',
    ],
  },
  'unexpected-response': {
    meaning: 'The response is not one of the API, for example an HTML page or an incomplete body.',
    cause: 'A proxy, a sign-in page of a network or a wrong address responded. See `status` and `cause`.',
    text: [
      'Dostali sme nečakanú odpoveď. Skúste to prosím o chvíľu.',
      'We got an unexpected response. Please try again in a while.',
    ],
  },
} as const satisfies Record<string, ErrorEntry>;
