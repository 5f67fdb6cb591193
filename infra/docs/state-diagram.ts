/** Generator of the state diagrams, from the transitions that the code enforces (lib/domain/model/testimony.ts). */
import { OFFER_TRANSITIONS, TESTIMONY_TRANSITIONS } from '../../lib/domain/model/testimony.ts';

type Machine = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

/**
 * Renders a Mermaid diagram. States without incoming transitions are initial states, states without outgoing
 * transitions are final states.
 */
function diagramOf(title: string, machine: Machine): string {
  const arrows = Object.entries(machine).flatMap(([name, { from, to }]) =>
    from.map(state => ({ state, name, to })),
  );
  const states = [...new Set(arrows.flatMap(({ state, to }) => [state, to]))];
  const begins = states.filter(state => arrows.every(({ to }) => to !== state));
  const ends = states.filter(state => arrows.every(arrow => arrow.state !== state));
  return [
    '```mermaid',
    '---',
    `title: ${title}`,
    '---',
    'stateDiagram-v2',
    ...begins.map(state => `  [*] --> ${state}`),
    ...arrows.map(({ state, name, to }) => `  ${state} --> ${to}: ${name}`),
    ...ends.map(state => `  ${state} --> [*]`),
    '```',
  ].join('\n');
}

export function stateDiagrams(): string {
  return [diagramOf('Testimony', TESTIMONY_TRANSITIONS), diagramOf('Offer', OFFER_TRANSITIONS)].join('\n\n');
}
