import { secretSettings, settings } from './config.ts';
import { editDistance } from './texts.ts';

const prefix = 'INKLING_';
/** Read by `npm run dev`; not a setting for operators. */
const internalNames = new Set(['INKLING_DEV']);
const names = Object.keys(settings.shape);
const fileNames = secretSettings.map((name) => `${name}_FILE`);

/** Short names allow one edit only, because similar names may mean something else: HOME is two letters from HOST. */
function isNear(given: string, name: string): boolean {
  const max = name.length > 5 ? 2 : 1;
  return Math.abs(given.length - name.length) <= max && editDistance(given, name) <= max;
}

function closestSetting(given: string): string | undefined {
  const bare = given.toUpperCase().replace(prefix, '');
  const candidates = [...names, ...fileNames];
  return (
    candidates.find((name) => name === bare || bare === `${name}_FILE`) ??
    candidates.find((name) => isNear(bare, name))
  );
}

/** A warning for each variable that looks like a misspelt setting. Values are never shown. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const known = new Set([...names, ...fileNames, ...internalNames]);
  return Object.keys(env).flatMap((given) => {
    if (known.has(given)) return [];
    const likely = closestSetting(given);
    if (likely !== undefined) return [`${given} is not an Inkling setting. Did you mean ${likely}?`];
    return given.startsWith(prefix)
      ? [`${given} is not an Inkling setting. See docs/operating.md for every setting.`]
      : [];
  });
}
