/** The faults of the fields on a drawn screen; runs in the page. */
export function fieldFaults(): string[] {
  const found: string[] = [];
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'main :is(input:not([type="checkbox"], [type="radio"]), select, textarea)',
  );
  for (const field of fields) {
    if (!field.getAttribute('autocomplete')) found.push(`${field.name} has no autocomplete`);
    if (Number.parseFloat(getComputedStyle(field).fontSize) < 16) found.push(`${field.name} makes a phone zoom in`);
    const takesNothing = field.matches(':disabled, :read-only:not(select)');
    const isNoText = field.matches('select, [inputmode="numeric"], [role="combobox"]');
    if (!isNoText && !takesNothing && field.getAttribute('autocorrect') !== 'off')
      found.push(`a phone may correct ${field.name}`);
    if (!field.checkVisibility() && !takesNothing) found.push(`${field.name} is hidden, but can be filled`);
  }
  for (const form of document.querySelectorAll('main form')) {
    const names = [...form.querySelectorAll('input, select')].map((field) => field.getAttribute('name'));
    const codes = form.querySelectorAll('[autocomplete="one-time-code"]').length;
    const looksLikeCode = names.filter(
      (name) => /(^|_)(code|otp|pin)$/.test(name ?? '') && !/area|country/.test(name ?? ''),
    );
    if (codes !== looksLikeCode.length || codes > 1) found.push(`${codes} fields for a code, of ${names}`);
    if (form.getAttribute('novalidate') === null) found.push('the form lacks novalidate');
  }
  return found;
}
