import type { Generated } from 'kysely';
import type { Language } from '#domain/constants.ts';
import type { Millis } from './columns.ts';

/** §3 coverage record: an area in which numbers are offered. */
export type CoverageTable = {
  id: number;
  country_code: string;
  country_tel_code: string;
  ddi_type: string;
  area_code: string;
  state_code: string;
  city: string;
};

/** Facts about this database, such as the imported data set. */
export type FactTable = { name: string; value: string };

/** States that visitors reached, measured after consent. `reached_at` is from the visitor's clock; `language`, the page's. */
export type EventTable = {
  id: Generated<number>;
  family: string;
  state: string;
  language: Language | null;
  reached_at: number;
  created_at: number;
};

/** Responses by Idempotency-Key, sealed with a secret of the client. */
export type IdempotencyTable = {
  key_hash: string;
  body_hash: string;
  /** The request that works on it; only this one may store a response. */
  claim: string | null;
  /** The response; null while the request is being worked on. */
  sealed: string | null;
  created_at: Millis;
  expires_at: Millis;
};
