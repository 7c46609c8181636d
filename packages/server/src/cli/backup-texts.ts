import type { Manifest } from '../backup/backup-file.ts';

export const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** What is in a backup, in one line. */
export function describeContent({ site, createdAt, tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${site} at ${createdAt}: ${count(rows, 'row', 'rows')} and ${count(images, 'image', 'images')}`;
}
