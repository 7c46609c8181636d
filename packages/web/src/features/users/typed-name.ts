import type { Author } from '@inkling/contract/users';
import { displayNameOf } from './display-name.ts';

/** How many names are suggested at once. */
const most = 6;

/** The beginning of a name after an '@' at the end of a text, '' right after it; null if none is being typed. */
export function typedName(before: string): string | null {
  const found = /(^|.)@([\p{L}\p{N}_.-]{0,30})$/su.exec(before);
  const [, inFront = '', name = ''] = found ?? [];
  return found === null || /[\p{L}\p{N}_.@-]/u.test(inFront) ? null : name;
}

/** The people, each once and without the viewer, whose username or a word of whose name begins like this. */
export function namesLike(people: readonly Author[], typed: string, viewerId: string | undefined): Author[] {
  const wanted = typed.toLowerCase();
  const found = new Map<string, Author>();
  for (const person of people) {
    const names = [person.username, ...displayNameOf(person).split(/\s+/)];
    if (person._id === viewerId || !names.some((name) => name.toLowerCase().startsWith(wanted))) continue;
    if (!found.has(person._id) && found.size < most) found.set(person._id, person);
  }
  return [...found.values()];
}
