import * as v from 'valibot';
import {
  CARD_NAME_LIMIT,
  CODE_LENGTH,
  cardTypes,
  currencies,
  MAX_USERS,
  PASSWORD_MAX,
  packageTypes,
  registrationSteps,
} from '#domain/constants.ts';
import { joinedDigits } from '#domain/digits.ts';
import { asciiEmail, foreignLetter } from '#domain/email.ts';
import { cleanToken, hasInvisible, onOneLine, trimmed } from '#domain/invisible.ts';
import { codeWith, messageCodes } from '#domain/messages.ts';
import { passwordProblem } from '#domain/password.ts';
import { POSTAL_CODE_LIMIT } from '#domain/postalCode.ts';

const { blank, email, invisible, invisibleInEmail, passwordShort, tooLong, illFormed, code, number } = messageCodes;

const MAX_TEXT_LENGTH = 255;

/** Half a character would be kept as another one than was typed. */
const wellFormed = v.check<string, typeof illFormed>((text) => text.isWellFormed(), illFormed);

/** A key that may be left out; null, as many clients write what they do not have, counts as left out. */
export const maybe = <S extends v.GenericSchema>(schema: S) =>
  v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  );

/**
 * A line that a person types or pastes: line breaks are spaces, and there are no spaces and invisible characters at its
 * ends; at most 255 characters, each of them whole.
 */
const Line = v.pipe(
  v.string(blank),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a line of text must not hold
  v.transform((text) => trimmed(onOneLine(text).replace(/[\u0000-\u001f\u007f]/g, ''))),
  v.maxLength(MAX_TEXT_LENGTH, tooLong),
  wellFormed,
);

/** A text: invisible characters inside are named, for nobody would find them. */
export const Text = v.pipe(
  Line,
  v.check((text) => !hasInvisible(text), invisible),
);

/** §5: a required text; empty is 'This value should not be blank.' */
export const RequiredText = v.pipe(Text, v.nonEmpty(blank));

/** Letters that mail servers would need an extension for, which too few have; the message names the first one. */
const plainLetters = v.rawCheck<string>(({ dataset, addIssue }) => {
  const letter = dataset.typed ? foreignLetter(dataset.value) : null;
  if (letter !== null) addIssue({ message: codeWith(messageCodes.foreignLetter, letter) });
});

/**
 * An e-mail address as it was typed; the server finds accounts without case and by the punycode of the domain. What the
 * standards allow is taken, as in o'brien@müller.example, for nobody should be told that the address they have is none;
 * the host needs a dot.
 */
export const Email = v.pipe(
  Line,
  v.nonEmpty(blank),
  v.normalize('NFC'),
  v.check((text) => !hasInvisible(text), invisibleInEmail),
  plainLetters,
  v.check((text) => v.RFC_EMAIL_REGEX.test(asciiEmail(text)) && /\.[^.]{2,}$/.test(asciiEmail(text)), email),
  v.check((text) => asciiEmail(text).length <= MAX_TEXT_LENGTH, tooLong),
);

/** Digits that were typed or pasted: whatever parts them, or is not seen, does not count. */
const digits = v.transform(joinedDigits);

/** A secret of a link or an answer, as it was copied. */
export const Token = v.pipe(v.string(), v.transform(cleanToken));

/** A password that is being presented: exactly as typed, never trimmed (§5). */
export const Password = v.pipe(v.string(blank), v.nonEmpty(blank), v.maxLength(PASSWORD_MAX * 4, tooLong));

/** A password that is being chosen: at least 8, at most 256 characters, no composition rules. */
export const NewPassword = v.pipe(
  v.string(blank),
  v.nonEmpty(blank),
  v.check((text) => passwordProblem(text) !== passwordShort, passwordShort),
  v.check((text) => passwordProblem(text) !== tooLong, tooLong),
  wellFormed,
);

/** §5: a postal code, in upper case; whether an address needs one, its country decides. */
export const PostalCode = v.pipe(Text, v.maxLength(POSTAL_CODE_LIMIT, tooLong), v.toUpperCase());

/** §9: six digits. */
export const Code = v.pipe(v.string(code), digits, v.regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), code));

/** The security code of a card; how many digits it has, its brand decides. */
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
/** §5: add-ons from 0; the upper bound is the number of users and is checked where both are known. */
export const AddOnCount = v.pipe(
  v.number(number),
  v.integer(number),
  v.minValue(0, number),
  v.maxValue(MAX_USERS, number),
);

/*
 * What a server that is not ours may write otherwise, where the specification leaves it open. Answers are read with
 * these: numbers as text and codes as numbers (the dialling code 49), 0 and 1 for no and yes, null for what it does not have.
 */

/** A number: 15, 15.5 or '15.00'. */
export const Figure = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number))]);

/** A code or another short text. */
export const Label = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Yes or no. */
export const Flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist([0, 1]),
    v.transform((flag) => flag === 1),
  ),
]);

/** A code that is held as it is, or (§3) as an id with its display name. */
export const Id = v.union([
  Label,
  v.pipe(
    v.object({ id: Label }),
    v.transform(({ id }) => id),
  ),
]);

/** A value that counts as absent where it cannot be read: it must not cost the rest. */
export const readable = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullish(schema), undefined);

/** ISO instant, as the server writes it. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());
/** ISO calendar date, '2025-03-05'. */
export const CalendarDate = v.pipe(v.string(), v.isoDate());

/** A value for each currency that has one. */
export const perCurrency = <S extends v.GenericSchema>(schema: S) => {
  const price = v.fallback(maybe(schema), undefined);
  return v.object({ USD: price, EUR: price, GBP: price, PLN: price });
};

/** Prices on the wire: decimals in major units, one for each currency. */
export const Prices = perCurrency(Figure);

/** An instant, or not yet. */
export const MaybeInstant = v.nullable(Instant);
