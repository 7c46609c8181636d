import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render-page.tsx';
import { Button } from './button.tsx';
import { Tabs } from './tabs.tsx';

function Example() {
  const [value, setValue] = useState('one');
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, content: `Panel ${id}` }));
  return <Tabs label="Parts" tabs={tabs} value={value} onChange={setValue} />;
}

function Leading() {
  const [value, setValue] = useState('one');
  const tabs = [
    { id: 'one', label: 'one', content: <Button onClick={() => setValue('two')}>Go on</Button> },
    { id: 'two', label: 'two', content: 'Panel two' },
  ];
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

test('a button that selects another tab leaves the focus in that one’s panel', async () => {
  await renderPage(<Leading />);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByRole('tabpanel', { name: 'two' })).toHaveFocus();
});

test('a tab that is not available says why, is reached by keyboard, and is never selected', async () => {
  const chosen: string[] = [];
  const tabs = [
    { id: 'one', label: 'one', content: 'Panel one' },
    { id: 'two', label: 'two', content: 'Panel two', unavailable: 'Later.' },
  ];
  await renderPage(<Tabs label="Parts" tabs={tabs} value="one" onChange={(id) => chosen.push(id)} />);
  const two = page.getByRole('tab', { name: 'two' });
  await expect.element(two).toHaveAttribute('title', 'Later.');
  await expect.element(two).toHaveAttribute('aria-disabled', 'true');
  await two.click({ force: true });
  await page.getByRole('tab', { name: 'one' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(two).toHaveFocus();
  expect(chosen).toEqual(['one']);
});
