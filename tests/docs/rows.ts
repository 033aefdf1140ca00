import { readFileSync } from 'node:fs';

/** A row of a page that names proofs: its heading, what it is about, the files that hold it, and what proves it where. */
type Row = { heading: string; subject: string; files: string[]; proofs: Proof[] };
type Proof = { file: string; words: string };

/** The rows of all tables of three cells: subject | files | proofs. */
export function readRows(path: string): Row[] {
  let heading = '';
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at, lines) => {
      heading = /^## (.+)/.exec(line)?.[1] ?? heading;
      const [subject, heldBy, proven, ...more] = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
      const isHead = subject?.startsWith('---') || lines[at + 1]?.startsWith('| ---');
      if (!subject || !heldBy || !proven || isHead) return [];
      if (more.length > 0) throw new Error(`A row of more than three cells: ${line}`);
      const files = [...heldBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      const proofs = [...proven.matchAll(/`([^`]+)` “(.+?)”(?=;|$)/g)].map(([, file = '', words = '']) => ({
        file,
        words,
      }));
      return [{ heading, subject, files, proofs }];
    });
}

const sources = new Map<string, string>();

/** The text of a file, its quotation marks as they are read. */
function textOf(file: string): string {
  const text = sources.get(file) ?? readFileSync(file, 'utf8').replaceAll("\\'", "'");
  sources.set(file, text);
  return text;
}

/** Whether the words stand within quotation marks of the file; 'screen login' is the walk of that name. */
export function isProof({ file, words }: Proof): boolean {
  const name = /^screen (.+)$/.exec(words)?.[1];
  if (name !== undefined) return /testScreen\(/.test(textOf(file)) && textOf(file).includes(`'${name}'`);
  return textOf(file)
    .split('\n')
    .some((line) => {
      const at = line.indexOf(words);
      return at > 0 && /['"`]/.test(line.slice(0, at)) && !/^\s*(\/\/|\*|\/\*)/.test(line);
    });
}
