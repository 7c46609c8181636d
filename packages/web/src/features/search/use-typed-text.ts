import { type CompositionEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The text of a field without what an input method is still composing. The field is not controlled, so that nothing typed
 * before or while the page renders is lost. `shared` is the text as the page knows it from `onText`, if it uses it too.
 */
export function useTypedText(
  field: RefObject<HTMLInputElement | null>,
  { shared, onText }: { shared?: string; onText?: (text: string) => void },
) {
  const [text, setState] = useState('');
  const composing = useRef(false);
  const setText = (value: string) => {
    setState(value);
    onText?.(value);
  };
  // What was typed before hydration, or restored by the browser.
  useEffect(() => setState(field.current?.value ?? ''), [field]);
  // The page has changed the text: it begins with one, or has reset its filters.
  useEffect(() => {
    if (shared === undefined || field.current === null || composing.current) return;
    if (field.current.value !== shared) field.current.value = shared;
    setState(shared);
  }, [field, shared]);
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

/** A value once it has not changed for `delay` milliseconds. */
export function useSettled<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
