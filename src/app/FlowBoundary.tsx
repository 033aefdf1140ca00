import { Component, type ReactNode } from 'react';
import { problem } from '#domain/notice.ts';
import { ScreenNotLoaded } from '#screens/lazyScreen.ts';
import { ReloadLink } from './document/ReloadLink.tsx';
import type { AppServices } from './services.ts';

/**
 * An error boundary for each flow: a flow that fails shows a notice in the banner instead of an empty page. If
 * a screen is missing, the page is reloaded once, in case there is a newer build.
 */
export class FlowBoundary extends Component<{ services: AppServices; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidCatch(error: unknown) {
    const { notice, reload } = this.props.services;
    const isMissing = error instanceof ScreenNotLoaded;
    if (isMissing && reload('chunk')) return;
    notice.send({ type: 'SHOW', notice: problem({ code: isMissing ? 'unreachable' : 'somethingWrong' }) });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return <ReloadLink i18n={this.props.services.i18n} />;
  }
}
