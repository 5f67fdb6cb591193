/**
 * Turnstile token that the local stack and the sandbox accept. The console runs only there, so it does not load the
 * Turnstile widget.
 */
export const TURNSTILE_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';
