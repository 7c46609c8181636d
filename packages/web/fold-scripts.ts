import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The names of an import or export, such as `{a as b,c}`, with each pair written like `pair`. */
const namesAs = (pair: string, names: string): string => names.replace(/([^,{}]+) as ([^,{}]+)/g, pair);

const isScript = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/** Entries whose code is in a script of vite.config.ts, and which only re-export from it. */
const foldedEntries = [
  ['root', 'main'],
  ['entry.client', 'main'],
  ['reading', 'reader'],
  ['write-chapter', 'editor'],
  ['story', 'story-page'],
] as const;

/**
 * Removes tiny scripts, because each is one more request and the bundler has no setting for them: its helpers are copied
 * into the scripts that use them, and the entries that only re-export from another script become part of it.
 */
export function foldScripts(): Plugin {
  return {
    name: 'inkling:fold-scripts',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // Browsers cache the files for a year, so the names have to change when this plugin does.
    augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = Object.values(bundle).filter(isScript);
        const named = (name: string): Rolldown.OutputChunk => {
          const found = scripts.find((one) => one.name === name);
          if (found === undefined) throw new Error(`The build lacks the script ${name}.`);
          return found;
        };
        const helpers = named('rolldown-runtime');
        const manifest = bundle['.vite/manifest.json'];
        if (manifest?.type !== 'asset') throw new Error('The build lacks its manifest.');
        const fold = (from: Rolldown.OutputChunk, into: Rolldown.OutputChunk): void => {
          manifest.source = String(manifest.source).replaceAll(from.fileName, into.fileName);
          delete bundle[from.fileName];
        };

        const body = helpers.code.replace(
          /export(\{.*\});\s*$/,
          (_, names) => `return${namesAs('$2:$1', names)}`,
        );
        const helperImport = new RegExp(`import(\\{[^}]*\\})from"\\./${basename(helpers.fileName)}";`);
        for (const script of scripts) {
          script.code = script.code
            .replace(helperImport, (_, names) => `const${namesAs('$1:$2', names)}=(()=>{${body}})();`)
            .replaceAll(helpers.fileName, named('main').fileName);
        }
        fold(helpers, named('main'));
        for (const [name, target] of foldedEntries) {
          const [entry, into] = [named(name), named(target)];
          const source = `"./${basename(into.fileName)}"`;
          if (!/^(import|export\{[^}]*\}from)"[^"]*";\s*$/.test(entry.code) || !entry.code.includes(source))
            throw new Error(`The entry ${name} has code of its own: ${entry.code.slice(0, 100)}`);
          // A module may re-export from itself.
          into.code += entry.code;
          fold(entry, into);
        }
      },
    },
  };
}
