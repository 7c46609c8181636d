const day = 24 * 60 * 60 * 1000;

/** The month that comes some months after one, or before it if negative; both as 2026-03. */
export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
};

/** The weeks of a month as 2026-03, from Monday to Sunday, with the days of other months that fill them. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01T00:00Z`);
  const weeks: string[][] = [];
  // Sunday is 0.
  for (let at = first - ((new Date(first).getUTCDay() + 6) % 7) * day; ; at += 7 * day) {
    const week = Array.from({ length: 7 }, (_, index) =>
      new Date(at + index * day).toISOString().slice(0, 10),
    );
    if (weeks.length > 0 && !week[0]?.startsWith(month)) return weeks;
    weeks.push(week);
  }
}
