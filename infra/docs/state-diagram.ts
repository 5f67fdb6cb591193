/** Generator of the state diagrams, from the transitions that the code enforces (lib/domain/model/testimony.ts). */
import { OFFER_TRANSITIONS, TESTIMONY_TRANSITIONS } from '../../lib/domain/model/testimony.ts';

type StateMachine = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

/**
 * Renders a Mermaid diagram. States without incoming transitions are initial states, states without outgoing
 * transitions are final states.
 */
function renderStateDiagram(title: string, machine: StateMachine): string {
  const arrows = Object.entries(machine).flatMap(([name, { from, to }]) =>
    from.map(state => ({ state, name, to })),
  );
  const states = [...new Set(arrows.flatMap(({ state, to }) => [state, to]))];
  const initialStates = states.filter(state => arrows.every(({ to }) => to !== state));
  const finalStates = states.filter(state => arrows.every(arrow => arrow.state !== state));
  return [
    '```mermaid',
    '---',
    `title: ${title}`,
    '---',
    'stateDiagram-v2',
    ...initialStates.map(state => `  [*] --> ${state}`),
    ...arrows.map(({ state, name, to }) => `  ${state} --> ${to}: ${name}`),
    ...finalStates.map(state => `  ${state} --> [*]`),
    '```',
  ].join('\n');
}

export function renderStateDiagrams(): string {
  return [
    renderStateDiagram('Testimony', TESTIMONY_TRANSITIONS),
    renderStateDiagram('Offer', OFFER_TRANSITIONS),
  ].join('\n\n');
}
