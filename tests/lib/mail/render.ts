/**
 * `npm run mails -- <folder>`: a picture of every mail as a phone shows it, 390 px wide, to be looked at.
 * Needs Debian's `chromium`, or another by the name in `CHROMIUM`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { write } from '../../../lib/mail/write.ts';
import { MAILS } from './mails.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--hide-scrollbars',
  '--window-size=500,800',
];

/** In a frame, because the browser's own window does not get as narrow as a phone. */
function framed(html: string): string {
  const content = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#888"><iframe srcdoc="${content}" style="width:390px;height:800px;border:0"></iframe>`;
}

const folder = resolve(process.argv[2] ?? 'mails');
mkdirSync(folder, { recursive: true });
for (const mail of MAILS) {
  const page = join(folder, `${mail.name}.html`);
  writeFileSync(page, framed(write(mail).html));
  const files = [`--user-data-dir=${join(folder, 'profile')}`, `--screenshot=${join(folder, mail.name)}.png`];
  const { status, error } = spawnSync(process.env.CHROMIUM ?? 'chromium', [
    ...FLAGS,
    ...files,
    `file://${page}`,
  ]);
  if (status !== 0) throw error ?? new Error(`${mail.name} could not be drawn.`);
}
