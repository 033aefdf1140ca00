import { useLingui } from '@lingui/react';
import type { Notice } from '#domain/notice.ts';
import { noticeText } from '#text/catalogue.ts';

/** Why something could not be loaded, within the note that says so. */
export function Reason({ notice }: { notice: Notice | null }) {
  const { i18n } = useLingui();
  return notice && <p className="small">{noticeText(i18n, notice)}</p>;
}
