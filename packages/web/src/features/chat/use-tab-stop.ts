import type { ChatMessage } from '@inkling/contract/chat';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

const idOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.dataset.actionsOf : undefined;

/**
 * Makes the buttons of all messages one stop of the Tab key; arrow keys lead from one to another. `isFor` says whether a
 * message has a button, which names it in `data-actions-of`.
 */
export function useTabStop(messages: readonly ChatMessage[], isFor: (message: ChatMessage) => boolean) {
  const [chosen, setChosen] = useState<string>();
  const isChosen = messages.some((message) => message._id === chosen && isFor(message));
  return {
    /** The message whose button it is: the one that had the focus last, else the newest. */
    tabStop: isChosen ? chosen : messages.findLast(isFor)?._id,
    onFocus: ({ target }: FocusEvent) => {
      const id = idOf(target);
      if (id !== undefined) setChosen(id);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { target, currentTarget, key } = event;
      const step = steps[key];
      if (step === undefined || !(target instanceof HTMLElement) || idOf(target) === undefined) return;
      const buttons = [...currentTarget.querySelectorAll<HTMLElement>('[data-actions-of]')];
      const next = buttons[buttons.indexOf(target) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}
