/**
 * What a solved challenge would give. The console is for this machine and the sandbox, whose bot check takes
 * exactly this text (infra/docs/api/conventions.md); so nothing of the challenge's provider is loaded.
 */
export const TURNSTILE_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';
