import type { FieldError } from '@inkling/contract/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { persistForm, readPersistedForm } from '../../lib/persisted-form.ts';

interface Options<Values> {
  /** Under which key what is typed outlives the page; null where nothing is to be written down. */
  storageKey: string | null;
  /** What is never written down, such as a password. */
  secret?: keyof Values;
  /** What the server has. */
  saved: Values;
  /** What is wrong with what is to be sent. */
  check: (changes: Partial<Values>, values: Values) => FieldError[];
  /** Sends the changes; answers with what to say of it. */
  send: (changes: Partial<Values>, values: Values) => Promise<string>;
  /** What to say of a failure that has no words of its own. */
  fallback: string;
  onFailure?: () => void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** Of what was typed the part that differs from what the server has. */
function changesOf<Values extends object>(typed: Partial<Values>, saved: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of keysOf(saved)) {
    if (typed[name] !== undefined && !same(typed[name], saved[name])) changes[name] = typed[name];
  }
  return changes;
}

/** What is typed, and beside it what was saved when that was begun. */
interface TypedState<Values> {
  typed: Partial<Values>;
  was: Partial<Values>;
}

const emptyState = { typed: {}, was: {} };

/** Whether a kept value can stand in the place of a saved one; what may be there or not is text. */
const fits = (stored: unknown, saved: unknown): boolean =>
  stored === null || saved === null
    ? [stored, saved].every((value) => value === null || typeof value === 'string')
    : typeof stored === typeof saved && Array.isArray(stored) === Array.isArray(saved);

/** What was typed before this page was loaded, as far as the form still has such fields. */
function restoreTyped<Values extends object>(key: string, saved: Values): TypedState<Values> {
  const stored = readPersistedForm<TypedState<Values>>(key) ?? emptyState;
  const { typed = {}, was = {} }: Partial<TypedState<Values>> = stored;
  const before: TypedState<Values> = { typed: {}, was: {} };
  for (const name of keysOf(saved)) {
    if (typed[name] === undefined || !fits(typed[name], saved[name])) continue;
    before.typed[name] = typed[name];
    before.was[name] = fits(was[name], saved[name]) ? was[name] : saved[name];
  }
  return before;
}

/** The same, after something else was typed: each field keeps what it began from. */
function withTyped<Values extends object>(
  next: Partial<Values>,
  { was }: TypedState<Values>,
  saved: Values,
): TypedState<Values> {
  const after: TypedState<Values> = { typed: next, was: {} };
  for (const name of keysOf(changesOf(next, saved) as Values)) {
    after.was[name] = name in was ? was[name] : saved[name];
  }
  return after;
}

/**
 * A form over what the server has, such as a part of the settings. It holds the changes alone, so that what changes
 * elsewhere shows; they outlive a failed request, a reload and a lost session. A change of what was changed elsewhere
 * meanwhile is named in `overtaken`.
 */
export function useSavedForm<Values extends object>(options: Options<Values>) {
  const { storageKey, secret, saved, check, send, fallback, onFailure } = options;
  const [typedState, setTypedState] = useState<TypedState<Values>>(() =>
    storageKey === null ? emptyState : restoreTyped(storageKey, saved),
  );
  const { typed, was } = typedState;
  const [restored, setRestored] = useState(() => Object.keys(changesOf(typed, saved)).length > 0);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [errorMessages, setErrorMessages] = useState<string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(typedState);
  const changes = changesOf(typed, saved);
  const values: Values = { ...saved, ...changes };
  const conflicts = busy ? [] : keysOf(changes as Values).filter((name) => !same(was[name], saved[name]));

  useEffect(() => {
    if (errors.length === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
  }, [errors]);

  const write = (next: TypedState<Values>, base = saved): void => {
    latest.current = next;
    setTypedState(next);
    if (storageKey === null) return;
    const unsaved = { typed: changesOf(next.typed, base), was: { ...next.was } };
    if (secret !== undefined) {
      delete unsaved.typed[secret];
      delete unsaved.was[secret];
    }
    persistForm(storageKey, Object.keys(unsaved.typed).length === 0 ? null : unsaved);
  };
  const replace = (next: Partial<Values>): void => write(withTyped(next, latest.current, saved));

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setDone(null);
    replace({ ...latest.current.typed, [name]: value });
  };

  /** Decides about a field that was changed elsewhere meanwhile. */
  const resolveConflict = (name: keyof Values, choice: 'mine' | 'theirs'): void => {
    if (choice === 'theirs') set(name, saved[name]);
    else write({ ...latest.current, was: { ...latest.current.was, [name]: saved[name] } });
  };

  const discard = (): void => {
    replace({});
    setRestored(false);
    setErrors([]);
    setErrorMessages([]);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    const invalid = check(changes, values);
    setDone(null);
    setErrors(invalid);
    setErrorMessages([...new Set(invalid.map(({ message }) => message))]);
    if (invalid.length > 0) return;
    setBusy(true);
    try {
      const message = await send(changes, values);
      // What was chosen while it was sent waits for the next time.
      write(withTyped(changesOf(latest.current.typed, values), emptyState, values), values);
      setRestored(false);
      setDone(message);
    } catch (error) {
      // An ended session is told by the frame.
      if (error instanceof ApiError && error.status === 401) return;
      onFailure?.();
      setErrorMessages([messageOf(error, fallback)]);
      if (error instanceof ApiError) setErrors(error.fields);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    values,
    set,
    busy,
    errorMessages,
    done,
    dirty: Object.keys(changes).length > 0,
    /** Whether what stands here was typed before this page was opened. */
    restored: restored && Object.keys(changes).length > 0,
    conflicts,
    resolveConflict,
    discard,
    errorOf: (name: keyof Values): string | undefined => errors.find(({ path }) => path === name)?.message,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}

interface Schema {
  safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
}

/** What a call's own rules find wrong, before it is sent. */
export const validationErrors = (schema: Schema, input: unknown): FieldError[] =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) ?? [];
