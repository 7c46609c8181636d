import type { Plugin, Rolldown } from 'vite';
import { nameOfModule, scriptNames, scriptOf } from './script-table.ts';

/**
 * The pages that visitors open, and the reading screen, with the scripts of script-table.ts that they may load before they
 * are shown. Others have what members need, which visitors would wait for.
 */
export const allowedScripts: Record<string, readonly string[]> = {
  root: ['main'],
  'entry.client': ['main'],
  'screens/landing/landing': ['main'],
  'screens/terms/terms': ['main'],
  'screens/privacy/privacy': ['main'],
  'screens/about/about': ['main'],
  'screens/not-found/not-found': ['main'],
  'screens/login/login': ['main', 'forms'],
  'screens/signup/signup': ['main', 'forms'],
  'screens/forgot-password/forgot-password': ['main', 'forms'],
  'screens/reset-password/reset-password': ['main', 'forms'],
  'screens/contact/contact': ['main', 'forms'],
  'screens/story/story': ['main', 'story-page'],
  'screens/story-chapter/story-chapter': ['main', 'reader', 'story-page'],
  'screens/reading/reading': ['main', 'reader'],
  // Of members mostly: they can resend the link, and follow, save and edit what is shown.
  'screens/verify-email/verify-email': ['main', 'members'],
  'screens/person/person': ['main', 'members', 'people'],
  'screens/collection/collection': ['main', 'members', 'people', 'story-page'],
};

/** A script of the build, as Rolldown describes it. */
export interface BuiltScript {
  name: string;
  fileName: string;
  /** The module of the page whose script this is. */
  facadeModuleId: string | null;
  /** The files that it imports at once. */
  imports: string[];
  moduleIds: string[];
}

/** A module's text and the modules that it imports at once. */
export type ModuleOf = (id: string) => { code: string | null; importedIds: readonly string[] } | null;

/** 'grip-vertical' → 'GripVertical', as lucide-react exports it. */
const exportOf = (icon: string): string =>
  icon.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Tells which modules of `all` a module imports at once. */
function importedBy(id: string, all: readonly string[], moduleOf: ModuleOf): string[] {
  const { code, importedIds } = moduleOf(id) ?? { code: null, importedIds: [] };
  // Icons are imported through a module that exports all of them.
  const [, icons = ''] = /import\s*\{([^}]*)\}\s*from\s*["'][^"']*lucide-react/.exec(code ?? '') ?? [];
  const names = new Set(icons.split(/[\s,]+/));
  return all.filter((other) => {
    const icon = /^icons\/(.*)/.exec(nameOfModule(other))?.[1];
    return importedIds.includes(other) || (icon !== undefined && names.has(exportOf(icon)));
  });
}

/** Which modules make a script import another one: 'lib/a imports icons/plus'. */
function reasonsOf(from: BuiltScript, to: BuiltScript, moduleOf: ModuleOf): string[] {
  // The bundler moves what a module of an earlier script imports to that script.
  const isMoved = (id: string) => ![to.name, null].includes(scriptOf(id));
  const moverOf = (id: string, seen = new Set([id])): string | undefined => {
    const importers = to.moduleIds.filter(
      (other) => !seen.has(other) && importedBy(other, [id], moduleOf).length > 0,
    );
    for (const importer of importers) seen.add(importer);
    return (
      importers.find((other) => !isMoved(other)) ??
      importers.map((other) => moverOf(other, seen)).find((mover) => mover !== undefined)
    );
  };
  return from.moduleIds.flatMap((id) =>
    importedBy(id, to.moduleIds, moduleOf).map((other) => {
      const mover = isMoved(other) ? moverOf(other) : undefined;
      const why = mover === undefined ? '' : `, which is there because ${nameOfModule(mover)} imports it`;
      return `${nameOfModule(id)} imports ${nameOfModule(other)}${why}`;
    }),
  );
}

/** What is wrong with the pages' scripts, for the person who has changed an import. */
export function findUnwantedScripts(
  scripts: readonly BuiltScript[],
  moduleOf: ModuleOf,
  allowed = allowedScripts,
): string[] {
  const byFile = new Map(scripts.map((script) => [script.fileName, script]));
  const problems = scripts.flatMap((page) => {
    const name = page.facadeModuleId === null ? '' : nameOfModule(page.facadeModuleId);
    const mayLoad = allowed[name];
    if (mayLoad === undefined) return [];
    const [found, waiting] = [new Set([page]), [page]];
    const unwanted: string[] = [];
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop())
      for (const file of from.imports) {
        const script = byFile.get(file);
        if (script === undefined || found.has(script)) continue;
        found.add(script);
        if (!scriptNames.includes(script.name) || mayLoad.includes(script.name)) waiting.push(script);
        else {
          const reasons = reasonsOf(from, script, moduleOf);
          unwanted.push(
            `${name} loads the script ‘${script.name}’, because in ‘${from.name}’ ${reasons.slice(0, 5).join('; ') || 'a module imports it'}.`,
          );
        }
      }
    return unwanted;
  });
  const pages = new Set(scripts.map(({ facadeModuleId }) => nameOfModule(facadeModuleId ?? '')));
  const missing = Object.keys(allowed).filter((name) => !pages.has(name));
  return [...problems, ...missing.map((name) => `${name} is not a page.`)];
}

/** Fails the build if a page for visitors would load more than `allowedScripts`. */
export function visitorScripts(): Plugin {
  return {
    name: 'inkling:visitor-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      );
      const problems = findUnwantedScripts(scripts, (id) => this.getModuleInfo(id));
      if (problems.length > 0)
        this.error(
          `${problems.join('\n')}\nMove the imported module to another script (packages/web/script-table.ts), or import it later.`,
        );
    },
  };
}
