import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A file of the operator that cannot be used. The message is one sentence. */
export class OwnTextError extends Error {}

type Compiled = Record<string, unknown>;

/**
 * Puts the operator's own texts into the compiled catalogues of `locales`: `<language>.json` with the English text as
 * key, as in `locales/en.po`. Pages, server and mails read the catalogues, so all of them change.
 */
export async function applyOwnTexts(texts: string, locales: string): Promise<void> {
  if (!existsSync(texts)) return;
  for (const name of readdirSync(texts).filter((file) => !file.startsWith('.'))) {
    const catalogue = join(locales, `${basename(name, '.json')}.ts`);
    if (!existsSync(catalogue)) throw new OwnTextError(`operator/texts/${name}: there is no such language.`);
    const { messages } = (await import(`${pathToFileURL(catalogue).href}?at=${Date.now()}`)) as { messages: Compiled };
    const own = compiled(name, readFileSync(join(texts, name), 'utf8'), messages);
    const json = JSON.stringify(JSON.stringify({ ...messages, ...own }));
    writeFileSync(
      catalogue,
      `import type{Messages}from"@lingui/core";export const messages=JSON.parse(${json})as Messages;\n`,
    );
  }
}

function compiled(name: string, json: string, messages: Compiled): Compiled {
  const own = parsed(name, json);
  return Object.fromEntries(
    Object.entries(own).map(([text, ownText]) => {
      if (!Object.hasOwn(messages, text)) {
        throw new OwnTextError(`operator/texts/${name}: no text of the product is "${text}"; locales/en.po has them.`);
      }
      if (placeholders(text) !== placeholders(ownText)) {
        throw new OwnTextError(
          `operator/texts/${name}: "${ownText}" must have the same placeholders as "${text}": ${placeholders(text) || 'none'}.`,
        );
      }
      return [text, message(name, ownText)];
    }),
  );
}

function message(name: string, text: string): unknown {
  try {
    return compileMessageOrThrow(text);
  } catch (error) {
    const [reason] = (error as Error).message.split(/:?\n/);
    throw new OwnTextError(`operator/texts/${name}: "${text}" cannot be read as a message: ${reason}.`);
  }
}

function parsed(name: string, json: string): Record<string, string> {
  try {
    const own: unknown = JSON.parse(json);
    if (own && typeof own === 'object' && Object.values(own).every((text) => typeof text === 'string')) {
      return own as Record<string, string>;
    }
  } catch {
    // Reported below.
  }
  throw new OwnTextError(`operator/texts/${name} must be a JSON object of texts.`);
}

/** Values such as {name}, and tags such as <0>, in a fixed order. */
const placeholders = (text: string): string =>
  [...text.matchAll(/\{(\w+)|<\/?(\d+)\/?>/g)]
    .map(([match]) => match)
    .sort()
    .join(' ');
