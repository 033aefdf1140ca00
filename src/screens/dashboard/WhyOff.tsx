import { useLingui } from '@lingui/react';

/** Id of the sentence that says why the buttons of the other sections are off. */
export const WHY_OFF_ID = 'why-off';

/** Describes the buttons that open a panel, while another panel is saving. */
export function WhyOff({ isSaving }: { isSaving: boolean }) {
  const { i18n } = useLingui();
  return (
    <p id={WHY_OFF_ID} className="visually-hidden">
      {isSaving && i18n.t('Wait until your change is saved.')}
    </p>
  );
}
