import { createRef } from 'react';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import '../../../../styles/editor.css';
import { type RichText, RichTextField } from './rich-text-field.tsx';

export const field = page.getByRole('textbox', { name: 'Text' });
export const undo = () => userEvent.keyboard('{Control>}z{/Control}');

/** The editor reads the caret from the browser a moment after a key has moved it. */
export const caretRead = () => new Promise((resolve) => setTimeout(resolve, 100));

/** Shows the field with a text and puts the caret at its end. */
export async function openField(initial = '', language = 'en') {
  const ref = createRef<RichText>();
  await renderPage(
    <RichTextField
      ref={ref}
      label="Text"
      initial={initial}
      language={language}
      describedBy="words"
      onInput={() => undefined}
    />,
  );
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await caretRead();
  return { read: () => ref.current?.read() };
}

/** Pastes as a browser does after Ctrl+V. */
export function paste(formats: Record<string, string>): void {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(formats)) clipboardData.setData(type, text);
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
