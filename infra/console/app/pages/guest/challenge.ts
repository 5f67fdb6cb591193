/**
 * What a solved challenge would give. The console is for this machine and the sandbox, whose bot check takes
 * exactly this text (contract §3); so nothing of the challenge's provider is loaded.
 */
export const CHALLENGE = 'XXXX.DUMMY.TOKEN.XXXX';
