/**
 * Variables of example requests: `{{name}}` in a text stands for a value that only the caller knows, such as an id or a
 * token. Each kind of sample writes a variable in its own syntax.
 */

/** Values of the variables in the examples of the description. */
const EXAMPLE_VALUES: Readonly<Record<string, string>> = {
  unique: '482913',
  email: 'eva.482913@klienti.sk',
  sessionId: 'cs_test_a1B2c3D4e5F6',
  resetToken: 'qajmGlnsX0a8Nn3pQ2vB7tR5yU1wE4iO6zC9kL0sDfg',
  code: '482913',
  frontKey: 'incoming/identity-document/411302f1ec98afaf62d0d52632ba355e',
  backKey: 'incoming/identity-document/9c56cc51b374c3ba189210d5b6d4bf57',
  documentKey: 'incoming/testimony-document/411302f1ec98afaf62d0d52632ba355e',
};

const VARIABLE = /\{\{(\w+)\}\}/;

/** Splits a text into literal parts and names of variables, which alternate. The first part is literal. */
export const splitTemplate = (text: string): string[] => text.split(VARIABLE);

export const listVariables = (text: string): string[] =>
  splitTemplate(text).filter((_, index) => index % 2 === 1);

export function fillVariables<Value>(value: Value, findValue: (name: string) => string): Value {
  const text = JSON.stringify(value);
  const filled = text.replaceAll(new RegExp(VARIABLE, 'g'), (_, name: string) =>
    JSON.stringify(findValue(name)).slice(1, -1),
  );
  return JSON.parse(filled);
}

/** Replaces the variables in the texts of a value by example values. */
export function fillExampleValues<Value>(value: Value): Value {
  return fillVariables(value, name => {
    const example = EXAMPLE_VALUES[name];
    if (!example) throw new Error(`The variable ${name} has no example value.`);
    return example;
  });
}

/** Returns the name of a variable for the shell: `testimonyId` becomes `TESTIMONY_ID`. */
export const toShellName = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
