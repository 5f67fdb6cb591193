/** JSON with colours for names, strings and other values. */
import type { ComponentChildren } from 'preact';

/** Matches a name with its colon, a string, or a number, boolean or null. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export const JsonView = ({ text }: { text: string }) => <code class="json">{colourTokens(text)}</code>;

function colourTokens(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? 'warning' : colon === undefined ? 'success' : 'info';
    parts.push(
      <span key={match.index} class={kind}>
        {string ?? token}
      </span>,
      colon ?? '',
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}
