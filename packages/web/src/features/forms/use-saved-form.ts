import type { FieldError } from '@inkling/contract/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { persistForm, readPersistedForm } from '../../lib/persisted-form.ts';

interface Options<Values> {
  /** Under which key what is typed outlives the page; null where nothing is to be written down. */
  keep: string | null;
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

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** Of what was typed the part that differs from what the server has. */
function changesOf<Values extends object>(typed: Partial<Values>, saved: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of namesOf(saved)) {
    if (typed[name] !== undefined && !same(typed[name], saved[name])) changes[name] = typed[name];
  }
  return changes;
}

/** What is typed, and beside it what was saved when that was begun. */
interface Typing<Values> {
  typed: Partial<Values>;
  was: Partial<Values>;
}

const nothing = { typed: {}, was: {} };

/** Whether a kept value can stand in the place of a saved one; what may be there or not is text. */
const fits = (kept: unknown, saved: unknown): boolean =>
  kept === null || saved === null
    ? [kept, saved].every((value) => value === null || typeof value === 'string')
    : typeof kept === typeof saved && Array.isArray(kept) === Array.isArray(saved);

/** What was typed before this page was loaded, as far as the form still has such fields. */
function typedBefore<Values extends object>(key: string, saved: Values): Typing<Values> {
  const kept = readPersistedForm<Typing<Values>>(key) ?? nothing;
  const { typed = {}, was = {} }: Partial<Typing<Values>> = kept;
  const before: Typing<Values> = { typed: {}, was: {} };
  for (const name of namesOf(saved)) {
    if (typed[name] === undefined || !fits(typed[name], saved[name])) continue;
    before.typed[name] = typed[name];
    before.was[name] = fits(was[name], saved[name]) ? was[name] : saved[name];
  }
  return before;
}

/** The same, after something else was typed: each field keeps what it began from. */
function typedOn<Values extends object>(
  next: Partial<Values>,
  { was }: Typing<Values>,
  saved: Values,
): Typing<Values> {
  const after: Typing<Values> = { typed: next, was: {} };
  for (const name of namesOf(changesOf(next, saved) as Values)) {
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
  const { keep, secret, saved, check, send, fallback, onFailure } = options;
  const [typing, setTyping] = useState<Typing<Values>>(() =>
    keep === null ? nothing : typedBefore(keep, saved),
  );
  const { typed, was } = typing;
  const [restored, setRestored] = useState(() => Object.keys(changesOf(typed, saved)).length > 0);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(typing);
  const changes = changesOf(typed, saved);
  const values: Values = { ...saved, ...changes };
  const overtaken = busy ? [] : namesOf(changes as Values).filter((name) => !same(was[name], saved[name]));

  useEffect(() => {
    if (errors.length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
  }, [errors]);

  const write = (next: Typing<Values>, base = saved): void => {
    latest.current = next;
    setTyping(next);
    if (keep === null) return;
    const left = { typed: changesOf(next.typed, base), was: { ...next.was } };
    if (secret !== undefined) {
      delete left.typed[secret];
      delete left.was[secret];
    }
    persistForm(keep, Object.keys(left.typed).length === 0 ? null : left);
  };
  const replace = (next: Partial<Values>): void => write(typedOn(next, latest.current, saved));

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setDone(null);
    replace({ ...latest.current.typed, [name]: value });
  };

  /** Decides about a field that was changed elsewhere meanwhile. */
  const settle = (name: keyof Values, choice: 'mine' | 'theirs'): void => {
    if (choice === 'theirs') set(name, saved[name]);
    else write({ ...latest.current, was: { ...latest.current.was, [name]: saved[name] } });
  };

  const discard = (): void => {
    replace({});
    setRestored(false);
    setErrors([]);
    setRefusals([]);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    const wrong = check(changes, values);
    setDone(null);
    setErrors(wrong);
    setRefusals([...new Set(wrong.map(({ message }) => message))]);
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      const said = await send(changes, values);
      // What was chosen while it was sent waits for the next time.
      write(typedOn(changesOf(latest.current.typed, values), nothing, values), values);
      setRestored(false);
      setDone(said);
    } catch (error) {
      // An ended session is told by the frame.
      if (error instanceof ApiError && error.status === 401) return;
      onFailure?.();
      setRefusals([messageOf(error, fallback)]);
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
    refusals,
    done,
    dirty: Object.keys(changes).length > 0,
    /** Whether what stands here was typed before this page was opened. */
    restored: restored && Object.keys(changes).length > 0,
    overtaken,
    settle,
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
export const faultsOf = (schema: Schema, input: unknown): FieldError[] =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) ?? [];
