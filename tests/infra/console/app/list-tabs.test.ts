/** Tests of the tabs of lists of testimonies. */
import { expect, it } from 'vitest';
import { listRegionTabs } from '../../../../infra/console/app/pages/testimonies/list-tabs.ts';
import { CREATED_AT, createTestimony } from './testimony-states.ts';

it('the list of open testimonies has a tab for each region of the expert, and one for new testimonies after the first visit', () => {
  expect(listRegionTabs(['ke'], null).map(({ key }) => key)).toEqual(['all', 'ke']);
  const tabs = listRegionTabs(['ke', 'po'], CREATED_AT);

  expect(tabs.map(({ key }) => key)).toEqual(['all', 'new', 'ke', 'po']);
  expect(tabs.map(tab => tab.matches(createTestimony()))).toEqual([true, false, true, false]);
});
