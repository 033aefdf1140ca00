import { face, fonts, type Measure, type TextStyle } from '../text.ts';

const pen = document.createElement('canvas').getContext('2d');
const widths = new Map<string, number>();

/** Measures text in the page's own fonts. */
export const measure: Measure = (text, style: TextStyle) => {
  const key = `${style} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (!pen) return text.length * 7;
  pen.font = `${fonts[style]} ${face}`;
  const { width } = pen.measureText(text);
  widths.set(key, width);
  return width;
};
