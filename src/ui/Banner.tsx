import { useLingui } from '@lingui/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import './Banner.css';
import { Icon } from './Icon.tsx';
import { useRoom } from './useRoom.ts';

/** A message about the page as a whole. */
type BannerNotice = {
  kind: 'success' | 'error';
  text: ReactNode;
  /** Identifies the banner in the list. */
  id: string | number;
};

type BannerRegionProps = { notices: readonly BannerNotice[]; onClose: (index: number) => void };

/**
 * §2: the global banner with its close icon. Both live regions are rendered from the start: a region that is inserted
 * together with its text is not announced.
 */
export function BannerRegion({ notices, onClose }: BannerRegionProps) {
  const bannersOf = (kind: BannerNotice['kind']) =>
    notices.map(
      (notice, index) =>
        notice.kind === kind && <Banner key={notice.id} notice={notice} onClose={() => onClose(index)} />,
    );
  const region = useRef<HTMLDivElement>(null);
  useRoom('start', region);
  return (
    <div ref={region} className="banner-region" tabIndex={-1}>
      <div role="status">{bannersOf('success')}</div>
      <div role="alert">{bannersOf('error')}</div>
    </div>
  );
}

function Banner({ notice, onClose }: { notice: BannerNotice; onClose: () => void }) {
  const { i18n } = useLingui();
  const banner = useRef<HTMLDivElement>(null);

  // When a focused banner is removed, the focus moves here, not to the top of the page.
  useLayoutEffect(() => {
    const box = banner.current;
    return () => {
      if (box?.contains(document.activeElement)) box.closest<HTMLElement>('.banner-region')?.focus();
    };
  }, []);

  return (
    <div ref={banner} className={`banner banner-${notice.kind}`}>
      <Icon name={notice.kind === 'success' ? 'check' : 'alert'} />
      <div className="banner-text">{notice.text}</div>
      <button type="button" className="icon-button" aria-label={i18n.t('Close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
