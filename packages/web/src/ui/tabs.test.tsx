import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render-page.tsx';
import { Tabs } from './tabs.tsx';

function Example() {
  const [value, setValue] = useState('one');
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, content: `Panel ${id}` }));
  return <Tabs label="Parts" tabs={tabs} value={value} onChange={setValue} />;
}

test('tabs are selected by clicks and by keys, and only the selected one is in the tab order', async () => {
  await renderPage(<Example />);
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect.element(page.getByRole('tabpanel', { name: 'one' })).toHaveTextContent('Panel one');
  await tab('two').click();
  await expect.element(tab('two')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name: 'two' })).toHaveTextContent('Panel two');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('three')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('one')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{End}');
  await expect.element(tab('three')).toHaveFocus();
  await userEvent.keyboard('{Home}{Tab}');
  await expect.element(page.getByRole('tabpanel', { name: 'one' })).toHaveFocus();
});
