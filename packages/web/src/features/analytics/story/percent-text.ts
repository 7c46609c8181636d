/** Whole percent; below one half, 'under 1%'. */
export function percentText(share: number): string {
  const percent = Math.round(100 * share);
  return percent === 0 && share > 0 ? 'under 1%' : `${percent}%`;
}
