import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The names of the policies that have run, such as `stories.canEdit`. */
export const usedPolicies = new Set<string>();
/** Those of them that have refused. */
export const refusals = new Set<string>();
let depth = 0;

/**
 * Records checks and SQL conditions, the outermost only: one rule may be built on another. Imported by the copies below.
 *
 * @public
 */
export function recorded<Rule>(name: string, rule: Rule) {
  if (typeof rule !== 'function' || /\.(can|isAuthor$|isPublic$)/.test(name)) return rule;
  return (...args: unknown[]) => {
    if (depth === 0) usedPolicies.add(name);
    depth += 1;
    try {
      return rule(...args);
    } catch (error) {
      refusals.add(name);
      throw error;
    } finally {
      depth -= 1;
    }
  };
}

/** From now on, each policy module is loaded as a copy whose rules are recorded; import what uses them after this. */
export function recordPolicies(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const thing = /\/([^/]+)\.policy(?:\.queries)?\.ts$/.exec(url)?.[1];
      if (thing === undefined) return nextLoad(url, context);
      const text = readFileSync(fileURLToPath(url), 'utf8');
      const exported = text.matchAll(/^export (?:const|(?:async )?function) (?:\{([^}]+)\}|(\w+))/gm);
      const names = [...exported].flatMap(([, several = '', one = several]) => one.match(/\w+/g) ?? []);
      const original = JSON.stringify(`${url}?original`);
      const source = [
        `import { recorded } from ${JSON.stringify(import.meta.url)};`,
        `import * as original from ${original};`,
        `export * from ${original};`,
        ...names.map((name) => `export const ${name} = recorded('${thing}.${name}', original.${name});`),
      ];
      return { format: 'module', source: source.join('\n'), shortCircuit: true };
    },
  });
}
