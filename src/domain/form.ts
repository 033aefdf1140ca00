type Field<Values> = keyof Values & string;

/** Message codes by field (or, from a refused call, the server's own words). */
export type Errors<Values> = Partial<Record<Field<Values>, string>>;

/** What is wrong with the values; the machine brings it from the contract. */
export type Check<Values> = (values: Values) => Errors<Values>;

/** Values of a form and what is shown at its fields. */
export type Form<Values> = {
  values: Values;
  errors: Errors<Values>;
  /** Fields that were edited or left: only these show their errors before the form is sent. */
  touched: readonly Field<Values>[];
  /** What the server refused: stays until its field is edited. */
  refused: Errors<Values>;
};

export const emptyForm = <Values>(values: Values): Form<Values> => ({ values, errors: {}, touched: [], refused: {} });

const shown = <Values>(form: Omit<Form<Values>, 'errors'>, check: Check<Values>): Form<Values> => ({
  ...form,
  errors: { ...only(check(form.values), form.touched), ...form.refused },
});

const only = <Values>(errors: Errors<Values>, fields: readonly Field<Values>[]): Errors<Values> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => (fields as readonly string[]).includes(field)),
  ) as Errors<Values>;

const without = <Values>(errors: Errors<Values>, fields: readonly Field<Values>[]): Errors<Values> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => !(fields as readonly string[]).includes(field)),
  ) as Errors<Values>;

const union = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])];

/** §5: a change is checked at once; what the server said about a changed field is forgotten. */
export function edit<Values extends object>(
  form: Form<Values>,
  change: Partial<Values>,
  check: Check<Values>,
): Form<Values> {
  const fields = Object.keys(change) as Field<Values>[];
  return shown(
    {
      values: { ...form.values, ...change },
      touched: union(form.touched, fields),
      refused: without(form.refused, fields),
    },
    check,
  );
}

/** Fields that are emptied and asked anew count as untouched: nothing is wrong with them yet. */
export function clear<Values extends object>(
  form: Form<Values>,
  empty: Partial<Values>,
  check: Check<Values>,
): Form<Values> {
  const fields = Object.keys(empty) as Field<Values>[];
  return shown(
    {
      values: { ...form.values, ...empty },
      touched: form.touched.filter((field) => !fields.includes(field)),
      refused: without(form.refused, fields),
    },
    check,
  );
}

/** §5: a field that was left is checked. */
export const leave = <Values>(form: Form<Values>, field: Field<Values>, check: Check<Values>): Form<Values> =>
  shown({ ...form, touched: union(form.touched, [field]) }, check);

/** On submit all fields show what is wrong with them; what the server said before is forgotten. */
export const checkAll = <Values extends object>(form: Form<Values>, check: Check<Values>): Form<Values> =>
  shown({ values: form.values, touched: Object.keys(form.values as object) as Field<Values>[], refused: {} }, check);

/** §5: server field errors attach to the matching fields. */
export const withErrors = <Values>(form: Form<Values>, refused: Errors<Values>): Form<Values> => ({
  ...form,
  refused: { ...form.refused, ...refused },
  errors: { ...form.errors, ...refused },
});
