import { expect, test } from 'vitest';
import routes from './src/routes.ts';
import { allowedScripts, type BuiltScript, findUnwantedScripts } from './visitor-scripts.ts';

const root = '/inkling/packages/web/src/';
const icon = (name: string) => `/inkling/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;
const landing = `${root}screens/landing/landing.tsx`;
const allowed = { 'screens/landing/landing': ['main'] };

/** Scripts by name with their modules and the scripts that they import. */
const scriptsOf = (all: Record<string, { modules: string[]; imports?: string[] }>): BuiltScript[] =>
  Object.entries(all).map(([name, { modules, imports = [] }]) => ({
    name,
    fileName: `${name}.js`,
    facadeModuleId: name === 'landing' ? `${landing}?route` : null,
    imports: imports.map((other) => `${other}.js`),
    moduleIds: modules,
  }));

test('a page for visitors that loads a script of members is reported with the import that did it', () => {
  const [button, follow] = [`${root}ui/button.tsx`, `${root}features/users/follow-button.tsx`];
  const scripts = scriptsOf({
    landing: { modules: [landing], imports: ['main'] },
    main: { modules: [button], imports: ['members'] },
    members: { modules: [follow, icon('grip-vertical')] },
  });
  const reported = (modules: Record<string, { code?: string; importedIds?: string[] }>) =>
    findUnwantedScripts(
      scripts,
      (id) => ({ code: modules[id]?.code ?? null, importedIds: modules[id]?.importedIds ?? [] }),
      allowed,
    );
  expect(reported({ [button]: { importedIds: [follow] } })).toEqual([
    'screens/landing/landing loads the script ‘members’, because in ‘main’ ui/button imports features/users/follow-button.',
  ]);
  expect(reported({ [button]: { code: 'import { GripVertical, X } from "lucide-react";' } })).toEqual([
    'screens/landing/landing loads the script ‘members’, because in ‘main’ ui/button imports icons/grip-vertical.',
  ]);
});

test('a module that was moved to another script is reported with the one that moved it', () => {
  const [form, dialog] = [`${root}features/forms/form.tsx`, `${root}ui/dialog.tsx`];
  const scripts = scriptsOf({
    landing: { modules: [landing], imports: ['forms'] },
    forms: { modules: [form, dialog] },
  });
  const imports: Record<string, string[]> = { [landing]: [dialog], [form]: [dialog] };
  expect(
    findUnwantedScripts(scripts, (id) => ({ code: null, importedIds: imports[id] ?? [] }), allowed),
  ).toEqual([
    'screens/landing/landing loads the script ‘forms’, because in ‘landing’ screens/landing/landing imports ui/dialog, which is there because features/forms/form imports it.',
  ]);
});

test('scripts that a page may load, those that are loaded later and those of one page are not reported', () => {
  const scripts = scriptsOf({
    landing: { modules: [landing], imports: ['main', 'site-page'] },
    main: { modules: [] },
    'site-page': { modules: [] },
    members: { modules: [], imports: ['main'] },
  });
  expect(findUnwantedScripts(scripts, () => null, allowed)).toEqual([]);
  expect(findUnwantedScripts(scripts, () => null, { 'screens/gone/gone': ['main'] })).toEqual([
    'screens/gone/gone is not a page.',
  ]);
});

test('every page that visitors can open says which scripts it may load', () => {
  const open = routes.filter(({ id = '' }) => /^(public|open)\//.test(id));
  expect(open.length).toBeGreaterThan(10);
  for (const { file } of open) expect(allowedScripts, file).toHaveProperty([file.replace(/\.tsx$/, '')]);
});
