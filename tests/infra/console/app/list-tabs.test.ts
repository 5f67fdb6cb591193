/** Tests of the tabs of lists of testimonies. */
import { expect, it } from 'vitest';
import {
  countTabs,
  listRegionTabs,
  listStateTabs,
} from '../../../../infra/console/app/pages/testimonies/list-tabs.ts';
import { ACCEPTED, CREATED_AT, createTestimony } from './testimony-states.ts';

it('countTabs leaves out empty tabs except for the tab of all testimonies', () => {
  const testimonies = [createTestimony(), createTestimony(), createTestimony(ACCEPTED)];

  const counts = countTabs(listStateTabs('client'), testimonies).map(({ tab, count }) => [tab.key, count]);

  expect(counts).toEqual([
    ['all', 3],
    ['pending', 2],
    ['accepted', 1],
  ]);
  expect(countTabs(listStateTabs('client'), []).map(({ tab }) => tab.key)).toEqual(['all']);
});

it('the list of open testimonies has a tab for each region of the expert, if there are several, and one for new testimonies', () => {
  expect(listRegionTabs(['ke'], null).map(({ key }) => key)).toEqual(['all']);
  const tabs = listRegionTabs(['ke', 'po'], CREATED_AT);

  expect(tabs.map(({ key }) => key)).toEqual(['all', 'new', 'ke', 'po']);
  expect(tabs.map(tab => tab.matches(createTestimony()))).toEqual([true, false, true, false]);
});
