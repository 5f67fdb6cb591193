/** Reads the commands of one program in the shell blocks of documentation pages. */

/** A word of a command. `isLiteral` is false when the shell replaces a part of it, or the reader has to. */
export interface Word {
  readonly text: string;
  readonly isLiteral: boolean;
}

/** Returns the contents of all `sh` blocks of a page, without the indentation of lists. */
export function readShellBlocks(page: string): string[] {
  return [...page.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, indentation = '', block = '']) =>
    joinPlaceholders(block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '')),
  );
}

/** Returns the complete commands of the AWS CLI within the text of a page. */
export function readInlineCommands(page: string): string[] {
  return [...page.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`(aws [^`]+ --[^`]+)`/g)].map(
    ([, command = '']) => joinPlaceholders(command.replaceAll(/\s+/g, ' ')),
  );
}

/** Replaces the spaces in placeholders such as `<the key>`, which stand for one word. */
const joinPlaceholders = (script: string): string =>
  script.replaceAll(/<[^<>\n]+>/g, placeholder => placeholder.replaceAll(' ', '-'));

/**
 * Lists the commands of a script that begin with `program`, those in command substitutions included. Understands quotes,
 * comments, line continuations, pipes and substitutions, and nothing else of a shell.
 *
 * @throws Error when a quote or a substitution does not end
 */
export function listCommands(script: string, program: string): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  let text = '';
  let isStarted = false;
  let isLiteral = true;
  let position = 0;

  const endWord = () => {
    if (isStarted) words.push({ text, isLiteral: isLiteral && !/[<>…]/.test(text) });
    text = '';
    [isStarted, isLiteral] = [false, true];
  };
  const endCommand = () => {
    endWord();
    const start = words.findIndex(word => word.text === program);
    if (start >= 0) commands.push(words.slice(start));
    words = [];
  };
  /** Reads `$(…)`, whose commands are listed, too. */
  const readSubstitution = () => {
    const start = position + 2;
    let depth = 1;
    position = start;
    let quote = '';
    for (; depth > 0; position++) {
      const character = script[position];
      if (character === undefined) throw new Error('a substitution does not end');
      if (quote) quote = character === quote ? '' : quote;
      else if (character === "'" || character === '"') quote = character;
      else if (character === '(') depth++;
      else if (character === ')') depth--;
    }
    commands.push(...listCommands(script.slice(start, position - 1), program));
    text += '$()';
    isLiteral = false;
  };
  const readDoubleQuoted = () => {
    for (position++; script[position] !== '"'; ) {
      const character = script[position];
      if (character === undefined) throw new Error('a quote does not end');
      if (script.startsWith('$(', position)) readSubstitution();
      else {
        if (character === '\\') position++;
        else if (character === '$') isLiteral = false;
        text += script[position];
        position++;
      }
    }
    position++;
  };

  while (position < script.length) {
    const character = script[position] as string;
    if (script.startsWith('\\\n', position)) {
      endWord();
      position += 2;
    } else if (character === '#' && !isStarted) {
      position = script.indexOf('\n', position);
      if (position < 0) break;
    } else if (/[\n;|&{}]/.test(character) && !(character === '{' || character === '}' ? isStarted : false)) {
      endCommand();
      position++;
    } else if (character === '(' || character === ')') {
      endCommand();
      position++;
    } else if (/\s/.test(character)) {
      endWord();
      position++;
    } else if (character === "'") {
      const end = script.indexOf("'", position + 1);
      if (end < 0) throw new Error('a quote does not end');
      text += script.slice(position + 1, end);
      isStarted = true;
      position = end + 1;
    } else if (character === '"') {
      isStarted = true;
      readDoubleQuoted();
    } else if (script.startsWith('$(', position)) {
      isStarted = true;
      readSubstitution();
    } else {
      isStarted = true;
      if (character === '$') isLiteral = false;
      text += character;
      position++;
    }
  }
  endCommand();
  return commands;
}
