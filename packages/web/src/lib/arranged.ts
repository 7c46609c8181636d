/** A story moved behind another one, or to the beginning for null. */
export interface Move {
  storyId: string;
  after: string | null;
}

/** The entries after these moves. A move of or behind what is not among them changes nothing. */
export function arranged<Entry extends { _id: string }>(entries: readonly Entry[], moves: readonly Move[]) {
  let result = [...entries];
  for (const { storyId, after } of moves) {
    const moved = result.find(({ _id }) => _id === storyId);
    const others = result.filter(({ _id }) => _id !== storyId);
    const at = after === null ? 0 : others.findIndex(({ _id }) => _id === after) + 1;
    if (moved === undefined || (after !== null && at === 0)) continue;
    result = others.toSpliced(at, 0, moved);
  }
  return result;
}

/** The moves of an entry one place up or down and to the top; null where there is none. */
export function stepsOf(entries: readonly { _id: string }[], index: number) {
  const idAt = (place: number) => entries[place]?._id ?? null;
  const storyId = idAt(index);
  const to = (after: string | null): Move | null => (storyId === null ? null : { storyId, after });
  return {
    top: index > 0 ? to(null) : null,
    up: index > 0 ? to(idAt(index - 2)) : null,
    down: index < entries.length - 1 ? to(idAt(index + 1)) : null,
  };
}

/** The move of an entry that was dropped above or below another one; null if it stays where it is. */
export function dropOf(
  entries: readonly { _id: string }[],
  dragged: string,
  target: string,
  edge: 'above' | 'below',
): Move | null {
  const others = entries.filter(({ _id }) => _id !== dragged);
  const at = others.findIndex(({ _id }) => _id === target) + (edge === 'below' ? 1 : 0);
  const from = entries.findIndex(({ _id }) => _id === dragged);
  if (from === -1 || at === -1 || at === from) return null;
  return { storyId: dragged, after: others[at - 1]?._id ?? null };
}
