import type { DdiType, NumberCountry } from '#domain/constants.ts';

/** A number type without areas: one coverage record. `area_code` is the prefix of its numbers. */
type PlainType = {
  id: number;
  country_code: NumberCountry;
  country_tel_code: string;
  ddi_type: Exclude<DdiType, 'G'>;
  area_code: string;
};

/** Ids are outside the range of the areas, which count from 1, and are never reused. */
export const plainTypes: readonly PlainType[] = [
  { id: 900_001, country_code: 'US', country_tel_code: '1', ddi_type: 'T', area_code: '888' },
  { id: 900_002, country_code: 'UK', country_tel_code: '44', ddi_type: 'M', area_code: '7400' },
  { id: 900_003, country_code: 'UK', country_tel_code: '44', ddi_type: 'N', area_code: '330' },
  { id: 900_004, country_code: 'UK', country_tel_code: '44', ddi_type: 'T', area_code: '808' },
  { id: 900_005, country_code: 'AU', country_tel_code: '61', ddi_type: 'M', area_code: '480' },
  { id: 900_006, country_code: 'AU', country_tel_code: '61', ddi_type: 'N', area_code: '1300' },
  { id: 900_007, country_code: 'AU', country_tel_code: '61', ddi_type: 'T', area_code: '1800' },
  { id: 900_008, country_code: 'CA', country_tel_code: '1', ddi_type: 'T', area_code: '855' },
  { id: 900_009, country_code: 'BR', country_tel_code: '55', ddi_type: 'M', area_code: '119' },
  { id: 900_010, country_code: 'BR', country_tel_code: '55', ddi_type: 'N', area_code: '300' },
  { id: 900_011, country_code: 'BR', country_tel_code: '55', ddi_type: 'T', area_code: '800' },
  { id: 900_012, country_code: 'PT', country_tel_code: '351', ddi_type: 'M', area_code: '910' },
  { id: 900_013, country_code: 'PT', country_tel_code: '351', ddi_type: 'N', area_code: '300' },
  { id: 900_014, country_code: 'PT', country_tel_code: '351', ddi_type: 'T', area_code: '800' },
  { id: 900_015, country_code: 'ES', country_tel_code: '34', ddi_type: 'M', area_code: '600' },
  { id: 900_016, country_code: 'ES', country_tel_code: '34', ddi_type: 'N', area_code: '518' },
  { id: 900_017, country_code: 'ES', country_tel_code: '34', ddi_type: 'T', area_code: '900' },
  { id: 900_018, country_code: 'MX', country_tel_code: '52', ddi_type: 'T', area_code: '800' },
  { id: 900_019, country_code: 'DE', country_tel_code: '49', ddi_type: 'M', area_code: '1511' },
  { id: 900_020, country_code: 'DE', country_tel_code: '49', ddi_type: 'N', area_code: '32' },
  { id: 900_021, country_code: 'DE', country_tel_code: '49', ddi_type: 'T', area_code: '800' },
  { id: 900_022, country_code: 'PL', country_tel_code: '48', ddi_type: 'M', area_code: '500' },
  { id: 900_023, country_code: 'PL', country_tel_code: '48', ddi_type: 'N', area_code: '39' },
  { id: 900_024, country_code: 'PL', country_tel_code: '48', ddi_type: 'T', area_code: '800' },
  { id: 900_025, country_code: 'INT', country_tel_code: '883', ddi_type: 'N', area_code: '5100' },
  { id: 900_026, country_code: 'INT', country_tel_code: '800', ddi_type: 'T', area_code: '' },
];
