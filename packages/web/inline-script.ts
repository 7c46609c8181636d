import { build, type Plugin } from 'vite';

const suffix = '?script';

/** One script with everything that `file` imports, minified. */
async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [output] = [result].flat();
  const script = output && 'output' in output ? output.output[0].code : undefined;
  if (script === undefined) throw new Error(`${file} was not bundled.`);
  // The text must not end the element that contains it.
  return script.trim().replace(/<(?=\/script|!--)/gi, '\\x3C');
}

/** `import text from './x.ts?script'`: the text of a script for the page itself, which runs before any file is loaded. */
export function inlineScripts(): Plugin {
  return {
    name: 'inkling:inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const file = id.slice(0, -suffix.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await bundle(file))};`;
    },
  };
}
