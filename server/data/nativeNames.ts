import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#domain/constants.ts';
import { baseLanguage } from '#domain/locale.ts';
import type { CoverageTable } from '../store/tables/operation.ts';

const FILE = join(import.meta.dirname, 'native-names.tsv');

type Area = Pick<CoverageTable, 'country_code' | 'area_code' | 'city'>;
type NativeName = { name: string; language: string };

const keyOf = ({ country_code, area_code, city }: Area): string => [country_code, area_code, city].join('\t');

function readNativeNames(): Map<string, NativeName> {
  const [, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [country_code = '', area_code = '', city = '', name = '', language = ''] = line.split('\t');
      return [keyOf({ country_code, area_code, city }), { name, language }];
    }),
  );
}

const nativeNames = readNativeNames();

/**
 * The names of a place on a page: its native name in its own language, the English one elsewhere; and the other one as
 * an alias.
 */
export function placeNames(area: Area, language: Language): { city: string; aliases?: string[] } {
  const native = nativeNames.get(keyOf(area));
  if (!native || native.name === area.city) return { city: area.city };
  return native.language === baseLanguage(language)
    ? { city: native.name, aliases: [area.city] }
    : { city: area.city, aliases: [native.name] };
}
