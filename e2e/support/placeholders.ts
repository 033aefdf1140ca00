import type { Page } from 'playwright/test';
import { contrast } from '#tests/support/contrast.ts';

/** 'rgb(117, 117, 117)' as '#757575'. */
const hex = (colour: string): string =>
  `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

/** The placeholders of fields that can be used, whose contrast is below the 4.5 of text. */
export async function faintPlaceholders(page: Page): Promise<string[]> {
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[placeholder]:enabled')].map((field) => {
      let ground: Element = field;
      while (ground.parentElement && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
        ground = ground.parentElement;
      return {
        name: field.name,
        ink: getComputedStyle(field, '::placeholder').color,
        ground: getComputedStyle(ground).backgroundColor,
      };
    }),
  );
  return drawn
    .map(({ name, ink, ground }) => ({ name, ratio: contrast(hex(ink), hex(ground)) }))
    .filter(({ ratio }) => !(ratio >= 4.5))
    .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`);
}
