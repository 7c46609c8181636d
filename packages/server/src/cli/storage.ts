import { measureStorage } from '../modules/admin/index.ts';
import { type Command, printResult, refuseArgs } from './command.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

function sizeOf(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
}

const amount = ({ files, bytes }: { files: number; bytes: number }): string =>
  `${sizeOf(bytes)} in ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;

/** `inkling storage`: what takes how much space, as /admin/storage shows it. */
export const storageCommand: Command = {
  name: 'storage',
  usages: ['storage'],
  summary: 'Show how much space images, texts, backups and tables take, and what is unused.',
  async run(args, env) {
    refuseArgs('storage', args);
    return printResult(env, async (ctx) => {
      const { covers, avatars, unused, imagesAt, ...rest } = await measureStorage(ctx);
      const { texts, backups, lastBackupBytes, databaseBytes, tables, people } = rest;
      return [
        `Images (measured every night, last at ${imagesAt})`,
        `  covers: ${amount(covers)}`,
        `  profile images: ${amount(avatars)}`,
        `  unused, removed after a day: ${amount(unused)}`,
        `Database: ${sizeOf(databaseBytes)}`,
        ...texts.map(({ kind, bytes }) => `  ${kind}: ${sizeOf(bytes)}`),
        `Backups: ${backups === null ? 'none in the data folder of this server' : amount(backups)}`,
        ...(lastBackupBytes === null ? [] : [`  last complete daily backup: ${sizeOf(lastBackupBytes)}`]),
        'Largest tables, with their indexes',
        ...tables.map(({ name, bytes }) => `  ${name}: ${sizeOf(bytes)}`),
        ...(people.length === 0 ? [] : ['People with the most images']),
        ...people.map((one) => `  ${one.person.username}: ${amount(one)}`),
      ].join('\n');
    });
  },
};
