type Field<Values> = keyof Values & string;

/** Message codes by field (or, after a rejected call, the server's own text). */
export type Errors<Values> = Partial<Record<Field<Values>, string>>;

/** Validates the values; the machine passes the schema of `machines/forms.ts`. */
export type Check<Values> = (values: Values) => Errors<Values>;

/** The values of a form and the errors shown at its fields. */
export type Form<Values> = {
  values: Values;
  errors: Errors<Values>;
  /** Fields that were edited or left: only these show their errors before the form is submitted. */
  touched: readonly Field<Values>[];
  /** Errors from the server: each is kept until its field is edited. */
  serverErrors: Errors<Values>;
};

/** A form that nobody has edited, with these values. */
export const emptyForm = <Values>(values: Values): Form<Values> => ({
  values,
  errors: {},
  touched: [],
  serverErrors: {},
});

const shown = <Values>(form: Omit<Form<Values>, 'errors'>, check: Check<Values>): Form<Values> => ({
  ...form,
  errors: { ...filtered(check(form.values), (field) => form.touched.includes(field)), ...form.serverErrors },
});

const filtered = <Values>(errors: Errors<Values>, isKept: (field: Field<Values>) => boolean): Errors<Values> =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => isKept(field as Field<Values>))) as Errors<Values>;

const without = <Values>(errors: Errors<Values>, fields: readonly Field<Values>[]): Errors<Values> =>
  filtered(errors, (field) => !fields.includes(field));

const union = <T>(one: readonly T[], other: readonly T[]): readonly T[] => [...new Set([...one, ...other])];

/** §5: a change is validated at once; the server's error for a changed field is cleared. */
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
      serverErrors: without(form.serverErrors, fields),
    },
    check,
  );
}

/** Fields that the app clears count as untouched: they show no error yet. */
export function clear<Values extends object>(
  form: Form<Values>,
  empty: Partial<Values>,
  check: Check<Values>,
): Form<Values> {
  const touched = form.touched.filter((field) => !(field in empty));
  return shown({ ...edit(form, empty, check), touched }, check);
}

/** §5: a field is validated when it is left. */
export const leave = <Values>(form: Form<Values>, field: Field<Values>, check: Check<Values>): Form<Values> =>
  shown({ ...form, touched: union(form.touched, [field]) }, check);

/** On submit all fields show their errors; earlier errors of the server are cleared. */
export const checkAll = <Values extends object>(form: Form<Values>, check: Check<Values>): Form<Values> =>
  shown(
    { values: form.values, touched: Object.keys(form.values as object) as Field<Values>[], serverErrors: {} },
    check,
  );

/** Whether any field shows an error. */
export const hasErrors = <Values>({ errors }: Pick<Form<Values>, 'errors'>): boolean => Object.keys(errors).length > 0;

/** §5: server field errors attach to the matching fields. */
export const withErrors = <Values>(form: Form<Values>, serverErrors: Errors<Values>): Form<Values> => ({
  ...form,
  serverErrors: { ...form.serverErrors, ...serverErrors },
  errors: { ...form.errors, ...serverErrors },
});
