import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The names of an import or export, such as `{a as b,c}`, with each pair written like `pair`. */
const namesAs = (pair: string, names: string): string => names.replace(/([^,{}]+) as ([^,{}]+)/g, pair);

const isScript = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/**
 * Removes tiny scripts, because each is one more request on every page and the bundler has no setting for them: its
 * helpers are copied into the scripts that use them, and the entries that only re-export from another script become part
 * of it.
 */
export function foldIntoMain(): Plugin {
  return {
    name: 'inkling:fold-into-main',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    // Browsers cache the files for a year, so the names have to change when this plugin does.
    augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const scripts = Object.values(bundle).filter(isScript);
        const scriptOf = (name: string) => scripts.find((one) => one.name === name);
        const [main, helpers, root, entry] = ['main', 'rolldown-runtime', 'root', 'entry.client'].map(
          scriptOf,
        );
        const [editor, page] = ['editor', 'write-chapter'].map(scriptOf);
        const manifest = bundle['.vite/manifest.json'];
        if (!main || !helpers || !root || !entry || !editor || !page || manifest?.type !== 'asset')
          throw new Error('The build lacks a file that fold-into-main.ts expects.');

        const body = helpers.code.replace(
          /export(\{.*\});\s*$/,
          (_, names) => `return${namesAs('$2:$1', names)}`,
        );
        const helperImport = new RegExp(`import(\\{[^}]*\\})from"\\./${basename(helpers.fileName)}";`);
        for (const script of scripts) {
          script.code = script.code
            .replace(helperImport, (_, names) => `const${namesAs('$1:$2', names)}=(()=>{${body}})();`)
            .replaceAll(helpers.fileName, main.fileName);
        }
        const fold = (script: Rolldown.OutputChunk, into: Rolldown.OutputChunk): void => {
          manifest.source = String(manifest.source).replaceAll(script.fileName, into.fileName);
          delete bundle[script.fileName];
        };
        fold(helpers, main);
        for (const [from, into] of [
          [root, main],
          [entry, main],
          [page, editor],
        ] as const) {
          const source = /^(?:import|export\{[^}]*\}from)"\.\/([^"]*)";\s*$/.exec(from.code)?.[1];
          if (source !== basename(into.fileName))
            throw new Error(`An entry has code of its own: ${from.code.slice(0, 100)}`);
          // A module may re-export from itself.
          into.code += from.code;
          fold(from, into);
        }
      },
    },
  };
}
