/*
 * Characters that leave no mark: Unicode's default ignorables (zero-width spaces and joiners, direction marks, soft
 * hyphens, fillers), controls, and symbols with a blank glyph. They are copied along with text, and make two texts that
 * look the same differ.
 */

/** Joiners and variation selectors shape the character before them in other scripts and in emoji. */
const shaping =
  '(?<=(?!\\p{Script=Latin}|\\p{Script=Greek}|\\p{Script=Cyrillic})[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\u200c\\u200d\\p{Variation_Selector}]';
/** The blank Braille pattern, the null notehead, and the interlinear annotation anchors. */
const renderedAsNothing = '\\u2800\\u{1d159}\\ufff9-\\ufffb';
const invisible = `(?!${shaping})[\\p{Default_Ignorable_Code_Point}\\p{Cc}${renderedAsNothing}]`;

const anywhere = new RegExp(invisible, 'gu');
const noise = new RegExp(`\\s|${invisible}`, 'uy');

/** Whether there is an invisible character that does not shape another one. */
export const hasInvisible = (text: string): boolean => text.search(anywhere) >= 0;

/** A text without any such character. */
export const withoutInvisibles = (text: string): string => text.replace(anywhere, '');

const spaces = /[\s\u0085]+/g;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** A text on one line: each line break or tab, with the spaces around it, becomes one space. */
export const onOneLine = (text: string): string => text.replace(spaces, (run) => (breaks.test(run) ? ' ' : run));

/** A text without spaces and invisible characters at its ends; in linear time, whatever its length. */
export function trimmed(text: string): string {
  let start = 0;
  // Each half of a surrogate pair is tested as the whole character.
  while (isNoise(text, start)) start += 1;
  let end = text.length;
  while (end > start && isNoise(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

/** A token in its original form: it contains no spaces or invisible characters, but copying may add them. */
export const cleanToken = (token: string): string => withoutInvisibles(token).replace(/\s/g, '');

function isNoise(text: string, index: number): boolean {
  noise.lastIndex = index;
  return noise.test(text);
}
