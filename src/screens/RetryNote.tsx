import { useLingui } from '@lingui/react';
import type { Notice } from '#domain/notice.ts';
import { noticeText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';

type Props = {
  /** What could not be loaded. */
  children: string;
  /** Why, where the banner does not say so. */
  reason?: Notice | null;
  enabled?: boolean;
  /** Undefined where trying again is done elsewhere. */
  onRetry: (() => void) | undefined;
};

/** Says that a part of a screen could not be loaded, with a button that tries again. */
export function RetryNote({ children, reason = null, enabled = true, onRetry }: Props) {
  const { i18n } = useLingui();
  return (
    <Note kind="error">
      <p>{children}</p>
      {reason && <p className="small">{noticeText(i18n, reason)}</p>}
      {onRetry && (
        <Button variant="secondary" enabled={enabled} onPress={onRetry}>
          {i18n.t('Try again')}
        </Button>
      )}
    </Note>
  );
}
