import { useLingui } from '@lingui/react';
import './Skeleton.css';

/** §2: shown in place of a form while its data is loading: a title and a number of fields. */
export function Skeleton({ fields = 3 }: { fields?: number }) {
  const { i18n } = useLingui();
  return (
    <div className="skeleton">
      <p className="visually-hidden" role="status">
        {i18n.t('Loading…')}
      </p>
      <span className="skeleton-title" />
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <span key={index} className="skeleton-field" />
      ))}
    </div>
  );
}
