import { StartupProblem } from '../platform/startup-problem.ts';

/** A value as both Node and Docker Compose read it from a file of settings. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%+,=?&~-]*$/.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  if (!/["$\\`]/.test(value)) return `"${value}"`;
  throw new StartupProblem(`${name} has both ' and one of " $ \\ \`, which a .env file can’t hold.`);
}

/** The text of a `.env` with these settings in place of those that it has; null removes one. The rest stays. */
export function withSettings(text: string, settings: Record<string, string | null>): string {
  const nameOf = (line: string) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '';
  const kept = text.split('\n').filter((line) => !Object.hasOwn(settings, nameOf(line)));
  const rest = kept.join('\n').trim();
  const lines = Object.entries(settings).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${quoted(name, value)}`],
  );
  return `${rest === '' ? '' : `${rest}\n\n`}${lines.join('\n')}\n`;
}
