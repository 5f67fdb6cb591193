/** Tests of the errors of a form, and drafts of its input. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearDrafts,
  readDraft,
  setDraftOwner,
  storeDraft,
} from '../../../../infra/console/app/core/drafts.ts';
import {
  checkFields,
  replaceRuleError,
  toFormErrors,
  updateShownErrors,
} from '../../../../infra/console/app/forms/form-errors.ts';

describe('errors of the fields in a form', () => {
  const apiError = toFormErrors({ email: ['Táto e-mailová adresa je už zaregistrovaná.'] });
  const missing = { 'billingAddress.line1': [{ key: 'missing.line1' }] } as const;

  it('a missing field gets the message for its name or a general message', () => {
    const field = { label: '', isRequired: true, rule: undefined };
    const errors = checkFields(
      [['billingAddress.line1', field] as const, ['thing', field] as const],
      () => ' ',
    );
    expect(errors).toEqual({ ...missing, thing: [{ key: 'missing.' }] });
  });

  it('the error of a field rule disappears when a change in any field fulfils the rule', () => {
    expect(updateShownErrors(missing, 'realEstate.address.parcelNumber', {})).toEqual({});
    expect(updateShownErrors(missing, 'billingAddress.city', missing)).toEqual(missing);
  });

  it('an API error disappears when its field or a field of its group changes', () => {
    expect(updateShownErrors(apiError, 'email', {})).toEqual({});
    expect(updateShownErrors(apiError, 'phone', {})).toEqual(apiError);
    const ofGroup = toFormErrors({ dateOfBirth: ['Musíte mať aspoň 18 rokov.'] });
    expect(updateShownErrors(ofGroup, 'dateOfBirth.year', {})).toEqual({});
  });

  it('leaving a valid field removes the error of a field rule but keeps an API error', () => {
    expect(replaceRuleError(apiError, 'email', undefined)).toEqual(apiError);
    expect(replaceRuleError({ email: [{ key: 'invalid.email' }] }, 'email', undefined)).toEqual({});
    expect(replaceRuleError(apiError, 'email', [{ key: 'invalid.email' }])).toEqual({
      email: [{ key: 'invalid.email' }],
    });
  });
});

describe('drafts of the input in a form', () => {
  beforeEach(() => {
    const stored: Record<string, string> = {};
    vi.stubGlobal(
      'sessionStorage',
      Object.defineProperties(stored, {
        getItem: { value: (key: string) => stored[key] ?? null },
        setItem: {
          value: (key: string, text: string) => {
            stored[key] = text;
          },
        },
        removeItem: { value: (key: string) => delete stored[key] },
      }),
    );
    sessionStorage.setItem('token', 'secret');
    return () => vi.unstubAllGlobals();
  });

  it('a draft is deleted only when a different user signs in', () => {
    setDraftOwner('one');
    storeDraft('offer', { price: '100' });
    setDraftOwner('one');
    expect(readDraft('offer')).toEqual({ price: '100' });
    setDraftOwner('two');
    setDraftOwner('one');
    expect(readDraft('offer')).toEqual({});
  });

  it('signing out deletes all drafts and nothing else from the session storage', () => {
    storeDraft('offer', { price: '100' });
    clearDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['token']);
  });
});
