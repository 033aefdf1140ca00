import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { Account, Invitation, InvoicePreview, Teammate } from '#contract/account.ts';
import { Coverage, Dictionary, NumberList, NumberPrices, Package } from '#contract/coverage.ts';
import { ErrorBody } from '#contract/errors.ts';
import { Prices } from '#contract/fields.ts';
import {
  HostedPage,
  RegistrationFields,
  RegistrationRecord,
  RegistrationState,
  TeamInvitation,
} from '#contract/registration.ts';
import { Challenge, Session } from '#contract/session.ts';

/** Shapes that have a name of their own in the document. */
const definitions: Record<string, GenericSchema> = {
  Account,
  Challenge,
  Coverage,
  Dictionary,
  Error: ErrorBody,
  HostedPage,
  Invitation,
  InvoicePreview,
  NumberList,
  NumberPrices,
  Package,
  Prices,
  RegistrationFields,
  RegistrationRecord,
  RegistrationState,
  Session,
  TeamInvitation,
  Teammate,
};

/**
 * What is on the wire, before it is parsed. Checks in code, such as that of a card number, have no counterpart in JSON
 * Schema: what fails them is answered with VA1001.
 */
const options = {
  typeMode: 'input',
  errorMode: 'ignore',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** JSON Schema of a shape of the contract; named shapes are references. */
export function jsonSchema(schema: GenericSchema): JsonSchema {
  const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, { ...options, definitions });
  return own;
}

/** The named shapes, for `components.schemas`. */
export const namedSchemas = (): Record<string, JsonSchema> => toJsonSchemaDefs(definitions, options);
