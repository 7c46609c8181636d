import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { builtFiles, firstModules } from './built-files.ts';

const client = join(import.meta.dirname, 'build/client');
const memberLayout = 'features/layout/member-layout.tsx';

export interface ScriptBudget {
  name: string;
  modules: readonly string[];
  /** Kilobytes after gzip. */
  max: number;
}

/** What a page may load before it can be used. A visitor's page with too much probably imports what members need. */
export const scriptBudgets: readonly ScriptBudget[] = [
  { name: 'landing page', modules: ['screens/landing/landing.tsx'], max: 151 },
  // The text comes with the page: what places it there is in these, and no longer in the page.
  { name: 'reading', modules: ['screens/reading/reading.tsx'], max: 178 },
  { name: 'story page', modules: ['screens/story/story.tsx'], max: 167 },
  { name: 'home', modules: ['screens/home/home.tsx', memberLayout], max: 169 },
  { name: 'Discover', modules: ['screens/discover/discover.tsx', memberLayout], max: 181 },
  { name: 'chapter editor', modules: ['screens/write-chapter/write-chapter.tsx', memberLayout], max: 294 },
];

export interface ScriptSize extends ScriptBudget {
  size: number;
  files: number;
}

/** The scripts that a browser loads before a page is usable. */
export function sizeOf(budget: ScriptBudget): ScriptSize {
  const built = builtFiles(client);
  const keys = built.withImports(built.keysOf([...firstModules, ...budget.modules]));
  const files = new Set(built.filesOf(keys));
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(client, file))).length);
  return { ...budget, size: bytes.reduce((sum, one) => sum + one, 0) / 1024, files: files.size };
}

export const scriptSizes = (): ScriptSize[] => scriptBudgets.map(sizeOf);
