import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../testing/render-page.tsx';
import { neighboringButton, useFocusAfter } from './use-focus-after.ts';

resetBetweenTests();

function Row({ name, onRemove }: { name: string; onRemove: () => void }) {
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  return (
    <li ref={row}>
      <button type="button" onClick={onRemove}>
        Remove {name}
      </button>
    </li>
  );
}

function List() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  return (
    <main id="main" tabIndex={-1}>
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} onRemove={() => setNames(names.filter((other) => other !== name))} />
        ))}
      </ul>
    </main>
  );
}

test('the focus goes from a removed row to the next, from the last one to the previous, then to the page', async () => {
  await renderPage(<List />);
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  await remove('two').click();
  await expect.element(remove('three')).toHaveFocus();
  await remove('three').click();
  await expect.element(remove('one')).toHaveFocus();
  await remove('one').click();
  await expect.element(page.getByRole('main')).toHaveFocus();
});
