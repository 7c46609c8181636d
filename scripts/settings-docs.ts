import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretSettings, settings } from '../packages/server/src/platform/config.ts';

// Writes `.env.example` and the table of settings in docs/operating.md from the schema that the server checks
// them with; `--check` fails when either is not what it would write.

interface Setting {
  name: string;
  description: string;
  /** What holds when it is not set; '' for nothing. */
  fallback: string;
  secret: boolean;
}

const shown = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');

const all: Setting[] = Object.entries(settings.shape).map(([name, schema]) => ({
  name,
  description: schema.description ?? '',
  fallback: shown(schema.safeParse(undefined).data),
  secret: secretSettings.some((secret) => secret === name),
}));

const comment = (text: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (`${last} ${word}`.length > 96) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
};

const example = [
  '# Settings of Inkling. Copy to .env and change what you need; none has to be set. Made from the program by\n# scripts/settings-docs.ts.\n',
  ...all.map(({ name, description, fallback, secret }) => {
    const more = secret ? ` Or ${name}_FILE: a file that holds it.` : '';
    return `${comment(description + more)}\n# ${name}=${fallback}\n`;
  }),
].join('\n');

const table = [
  '| Setting | Default | What it does |',
  '|---|---|---|',
  ...all.map(({ name, description, fallback, secret }) => {
    const more = secret ? ` May come from a file that \`${name}_FILE\` names.` : '';
    return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${description}${more} |`;
  }),
].join('\n');

const root = join(import.meta.dirname, '..');
const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8');
const marks = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;
if (!marks.test(operating))
  throw new Error('docs/operating.md has lost the marks around its table of settings.');
const files: [string, string][] = [
  ['.env.example', example],
  [
    'docs/operating.md',
    operating.replace(marks, (_all, open: string, close: string) => `${open}${table}\n${close}`),
  ],
];

const stale = files.filter(([name, text]) => {
  try {
    return readFileSync(join(root, name), 'utf8') !== text;
  } catch {
    return true;
  }
});
if (process.argv.includes('--check')) {
  for (const [name] of stale)
    process.stderr.write(`${name} is not up to date: run node scripts/settings-docs.ts\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of stale) writeFileSync(join(root, name), text);
}
