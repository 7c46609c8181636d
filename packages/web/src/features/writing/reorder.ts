/** The order with `id` at position `to` (from 0); positions beyond the ends count as the ends. */
export function moved(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((other) => other !== id);
  const at = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}
