/** Limits of user input. Both the validation and the texts of errors use them. */

export const MAX_FILE_MEGABYTES = 10;

export const MAX_EMAIL_CHARACTERS = 255;
export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_CHARACTERS = 255;

/** Time for which a former e-mail address stays reserved for its account. */
export const FORMER_EMAIL_HOURS = 72;

export const ADULT_AGE = 18;
export const MIN_YEAR = 1920;

export const MAX_EUROS = 100_000;
export const MAX_DAYS_TO_COMPLETE = 365;

/** Maximum number of offers of one expert on a testimony, including withdrawn ones. */
export const MAX_OFFERS_OF_EXPERT = 5;

export const MAX_PROPERTIES = 20;
export const MAX_PROPERTY_VALUE = 9999;

/** Maximum number of days in the period of one reconciliation with the payment provider. */
export const MAX_PERIOD_DAYS = 92;

/** Longest time between delivery and payout, in which the client can confirm or complain. */
export const MAX_PAYOUT_DELAY_DAYS = 30;

/** Maximum number of days by which the sandbox can make a testimony overdue. */
export const MAX_OVERDUE_DAYS = 365;
