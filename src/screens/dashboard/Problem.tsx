import { useLingui } from '@lingui/react';
import { useEffect, useRef } from 'react';
import type { Notice } from '#domain/notice.ts';
import { noticeText } from '#text/catalogue.ts';
import { Icon } from '#ui/Icon.tsx';
import '#ui/Note.css';

/**
 * What went wrong, beside the control that was pressed. The live region is rendered before it has a text, so that the
 * text is announced.
 */
export function Problem({ notice }: { notice: Notice | null }) {
  const { i18n } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) region.current?.scrollIntoView?.({ block: 'nearest' });
  }, [notice]);
  return (
    <div ref={region} role="alert" className="problem">
      {notice && (
        <div className="note note-error">
          <Icon name="alert" />
          <p className="note-text">{noticeText(i18n, notice)}</p>
        </div>
      )}
    </div>
  );
}
