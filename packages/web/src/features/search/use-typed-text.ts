import { type CompositionEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A text that is part of the page's address too. */
export interface GivenText {
  text: string;
  onText: (text: string) => void;
}

/**
 * The text of a field without what an input method is still composing. The field is not controlled, so that nothing typed
 * before or while the page renders is lost.
 */
export function useTypedText(field: RefObject<HTMLInputElement | null>, given?: GivenText) {
  const [text, setTyped] = useState('');
  const composing = useRef(false);
  const setText = (value: string) => {
    setTyped(value);
    given?.onText(value);
  };
  // What was typed before hydration, or restored by the browser.
  useEffect(() => setTyped(field.current?.value ?? ''), [field]);
  // Another address, for example after Back, has another text.
  const wanted = given?.text;
  const first = useRef(true);
  useEffect(() => {
    if (wanted === undefined || field.current === null || composing.current) return;
    const isTypedBefore = first.current && field.current.value !== '';
    first.current = false;
    if (isTypedBefore) return;
    if (field.current.value !== wanted) field.current.value = wanted;
    setTyped(wanted);
  }, [wanted, field]);
  const change = (value: string) => {
    if (field.current !== null) field.current.value = value;
    setText(value);
  };
  const fieldProps = {
    onInput: (event: InputEvent<HTMLInputElement>) => {
      if (!composing.current) setText(event.currentTarget.value);
    },
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      composing.current = false;
      setText(event.currentTarget.value);
    },
  };
  return { text, change, fieldProps };
}
