import * as v from 'valibot';
import {
  CARD_NAME_LIMIT,
  CODE_LENGTH,
  cardTypes,
  currencies,
  MAX_USERS,
  packageTypes,
  registrationSteps,
  TEXT_LIMIT,
} from '#domain/constants.ts';
import { joinedDigits, plainDigits } from '#domain/digits.ts';
import { asciiEmail, unsupportedCharacter } from '#domain/email.ts';
import { cleanToken, hasInvisible, onOneLine, trimmed } from '#domain/invisible.ts';
import { codeWith, messageCodes } from '#domain/messages.ts';
import { passwordProblem } from '#domain/password.ts';
import { POSTAL_CODE_LIMIT } from '#domain/postalCode.ts';

const { blank, email, invisible, invisibleInEmail, passwordShort, tooLong, illFormed, code, number } = messageCodes;

/** A lone surrogate would be stored as a different character than was typed. */
const wellFormed = v.check<string, typeof illFormed>((text) => text.isWellFormed(), illFormed);

/** An optional key; null counts as absent, because many clients send it for missing values. */
export const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  );

/**
 * A line that a person types or pastes: line breaks become spaces, and spaces and invisible characters at its ends are
 * removed; at most 255 well-formed characters.
 */
const Line = v.pipe(
  v.string(blank),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex removes control characters
  v.transform((text) => trimmed(onOneLine(text).replace(/[\u0000-\u001f\u007f]/g, ''))),
  v.maxLength(TEXT_LIMIT, tooLong),
  wellFormed,
);

/** A text; invisible characters inside it are reported, because the person cannot find them. */
export const Text = v.pipe(
  Line,
  v.check((text) => !hasInvisible(text), invisible),
);

/** §5: a required text; empty is 'This value should not be blank.' */
export const RequiredText = v.pipe(Text, v.nonEmpty(blank));

/** Characters that need a mail extension (SMTPUTF8) which too few servers have; the message names the first one. */
const plainLetters = v.rawCheck<string>(({ dataset, addIssue }) => {
  const letter = dataset.typed ? unsupportedCharacter(dataset.value) : null;
  if (letter !== null) addIssue({ message: codeWith(messageCodes.foreignLetter, letter) });
});

/**
 * An e-mail address as typed; the server compares accounts case-insensitively and by the punycode of the domain. Every
 * address that the standards allow is accepted, such as o'brien@müller.example, so that no valid address is rejected;
 * the host needs a dot.
 */
export const Email = v.pipe(
  Line,
  v.nonEmpty(blank),
  v.normalize('NFC'),
  v.check((text) => !hasInvisible(text), invisibleInEmail),
  plainLetters,
  v.check((text) => v.RFC_EMAIL_REGEX.test(asciiEmail(text)) && /\.[^.]{2,}$/.test(asciiEmail(text)), email),
  v.check((text) => asciiEmail(text).length <= TEXT_LIMIT, tooLong),
);

/** Typed or pasted digits: separators and invisible characters are ignored. */
const digits = v.transform(joinedDigits);

/** A secret from a link or an answer, cleaned of copied whitespace. */
export const Token = v.pipe(v.string(), v.transform(cleanToken));

/** Longer than any password can be: not worth a hash. */
const passwordLength = v.check<string, typeof tooLong>((text) => passwordProblem(text) !== tooLong, tooLong);

/** An existing password: exactly as typed, never trimmed (§5). */
export const Password = v.pipe(v.string(blank), v.nonEmpty(blank), passwordLength);

/** A new password: 8 to 256 characters, no composition rules. */
export const NewPassword = v.pipe(
  v.string(blank),
  v.nonEmpty(blank),
  v.check((text) => passwordProblem(text) !== passwordShort, passwordShort),
  passwordLength,
  wellFormed,
);

/** §5: a postal code, upper-cased, with the digits 0–9; whether it is required depends on the country. */
export const PostalCode = v.pipe(
  Text,
  v.maxLength(POSTAL_CODE_LIMIT, tooLong),
  v.toUpperCase(),
  v.transform(plainDigits),
);

/** §9: six digits. */
export const Code = v.pipe(v.string(code), digits, v.regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), code));

/** The security code of a card; its length depends on the brand. */
export const SecurityCode = v.pipe(v.string(blank), digits);

export const Currency = v.picklist(currencies);
export const PackageType = v.picklist(packageTypes);
export const Step = v.picklist(registrationSteps);
export const CardType = v.picklist(cardTypes);
export const CardName = v.pipe(RequiredText, v.maxLength(CARD_NAME_LIMIT, tooLong));

/** §5: at least one user. */
export const UserCount = v.pipe(
  v.number(number),
  v.integer(number),
  v.minValue(1, number),
  v.maxValue(MAX_USERS, number),
);
/** §5: add-ons from 0; the upper bound is the number of users and is checked where both are available. */
export const AddOnCount = v.pipe(
  v.number(number),
  v.integer(number),
  v.minValue(0, number),
  v.maxValue(MAX_USERS, number),
);

/*
 * Tolerant types for answers of other servers, where the specification leaves the format open: numbers as text and
 * codes as numbers (the dialling code 49), 0 and 1 for no and yes, null for absent values.
 */

/** A number: 15, 15.5 or '15.00'. */
export const Figure = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number))]);

/** A code or another short text. */
export const Label = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Text that a request header can carry. */
export const HeaderText = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/));

/** Yes or no. */
export const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1, '0', '1']),
    v.transform((flag) => Number(flag) === 1),
  ),
]);

/** A code by itself, or (§3) as an id with its display name. */
export const Id = v.union([
  Label,
  v.pipe(
    v.object({ id: Label }),
    v.transform(({ id }) => id),
  ),
]);

/** A value that counts as absent if it cannot be read, so that the rest of the answer stays usable. */
export const readable = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullish(schema), undefined);
/** The same, and null counts as absent too. */
export const maybeReadable = <S extends v.GenericSchema>(schema: S) => v.fallback(maybe(schema), undefined);

/** A list without the items that cannot be read; where none of them can, the list is unreadable. */
export const readableItems = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.array(v.fallback(v.nullable(item), null)),
    v.check((items) => items.length === 0 || items.some((one) => one !== null)),
    v.transform((items) => items.filter((one) => one !== null)),
  );

/** Whether a day is in the calendar; JavaScript reads 31 February as 3 March. */
const isRealDay = (date: string): boolean => {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
};

/** ISO instant. An offset of whole hours, '+01', becomes '+01:00', which JavaScript can read. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => text.replace(/([+-]\d{2})$/, '$1:00')),
  v.check((text) => isRealDay(text) && !Number.isNaN(Date.parse(text))),
);
/** ISO calendar date, '2025-03-05'. */
export const CalendarDate = v.pipe(v.string(), v.isoDate(), v.check(isRealDay));

/** An optional value for each currency. */
export const perCurrency = <S extends v.GenericSchema>(schema: S) => {
  const price = maybeReadable(schema);
  return v.object({ USD: price, EUR: price, GBP: price, PLN: price });
};

/** Prices on the wire: decimals in major units, one for each currency. */
export const Prices = perCurrency(Figure);
