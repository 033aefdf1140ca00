/*
 * Characters that leave no mark: Unicode's default ignorables (zero-width spaces and joiners, marks of direction, soft
 * hyphens, fillers), controls, and signs that are drawn as nothing. They come along with what is pasted, and make two texts differ that look the same.
 */

/** Joiners and variation selectors shape the letter before them in scripts beyond ours, and emoji. */
const shaping =
  '(?<=(?!\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200c\\u200d\\p{Variation_Selector}]';
/** A Braille cell without dots, a note without a head, anchors of annotations. */
const drawnAsNothing = '\\u2800\\u{1d159}\\ufff9-\\ufffb';
const invisible = `(?!${shaping})[\\p{Default_Ignorable_Code_Point}\\p{Cc}${drawnAsNothing}]`;

const anywhere = new RegExp(invisible, 'gu');
const noise = new RegExp(`\\s|${invisible}`, 'uy');

/** Whether there is a character that nobody sees and that shapes no other one. */
export const hasInvisible = (text: string): boolean => text.search(anywhere) >= 0;

/** A text without any such character. */
export const withoutInvisibles = (text: string): string => text.replace(anywhere, '');

const spaces = /[\s\u0085]+/g;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** A text on one line: a line break or tab, with the spaces around it, is one space. */
export const onOneLine = (text: string): string => text.replace(spaces, (run) => (breaks.test(run) ? ' ' : run));

/** A text without spaces and invisible characters at its ends; in linear time, however long they are. */
export function trimmed(text: string): string {
  let start = 0;
  while (isNoise(text, start)) start += text.codePointAt(start) === text.charCodeAt(start) ? 1 : 2;
  let end = text.length;
  while (end > start && isNoise(text, lastBefore(text, end))) end = lastBefore(text, end);
  return text.slice(start, end);
}

/** A token as it was made: none holds a space or a character that nobody sees, but what it was copied from may. */
export const cleanToken = (token: string): string => withoutInvisibles(token).replace(/\s/g, '');

function isNoise(text: string, index: number): boolean {
  noise.lastIndex = index;
  return noise.test(text);
}

/** Where the last character before an index begins; some are two units long. */
const lastBefore = (text: string, index: number): number =>
  index > 1 && (text.codePointAt(index - 2) ?? 0) > 0xffff ? index - 2 : index - 1;
