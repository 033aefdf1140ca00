import { useLingui } from '@lingui/react';
import './Skeleton.css';

/** Shown in place of a list while it is loading: lines of a title and a sentence. */
export function ListSkeleton({ lines }: { lines: number }) {
  const { i18n } = useLingui();
  return (
    <div className="skeleton-list">
      <p className="visually-hidden" role="status">
        {i18n.t('Loading…')}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <span key={index} className="skeleton-line">
          <span className="skeleton-bar" />
          <span className="skeleton-bar" />
        </span>
      ))}
    </div>
  );
}

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
