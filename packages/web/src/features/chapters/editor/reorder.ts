/** The order with `id` at index `to`, which is limited to the list's bounds. */
export function moveItem(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((other) => other !== id);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** The order after `dragged` was dropped above or below `target`. */
export function dropItem(
  order: readonly string[],
  dragged: string,
  target: string,
  edge: 'above' | 'below',
): string[] {
  const rest = order.filter((other) => other !== dragged);
  return moveItem(order, dragged, rest.indexOf(target) + (edge === 'below' ? 1 : 0));
}
