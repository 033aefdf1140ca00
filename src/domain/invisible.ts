/*
 * Characters that leave no mark: Unicode's default ignorables (zero-width spaces and joiners, marks of direction, soft
 * hyphens, fillers) and controls. They come along with what is pasted, and make two texts differ that look the same.
 */

/** Joiners and variation selectors shape the letter before them in scripts beyond ours, and emoji. */
const shaping =
  '(?<=(?!\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200c\\u200d\\p{Variation_Selector}]';
const invisible = `(?!${shaping})[\\p{Default_Ignorable_Code_Point}\\p{Cc}]`;

const anywhere = new RegExp(invisible, 'gu');
const noise = new RegExp(`\\s|${invisible}`, 'uy');

/** Whether there is a character that nobody sees and that shapes no other one. */
export const hasInvisible = (text: string): boolean => text.search(anywhere) >= 0;

/** A text without any such character. */
export const withoutInvisibles = (text: string): string => text.replace(anywhere, '');

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
