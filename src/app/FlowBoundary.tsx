import { Component, type ReactNode } from 'react';
import { problem } from '#domain/notice.ts';
import { ReloadLink } from './document/ReloadLink.tsx';
import type { AppServices } from './services.ts';

/** An error boundary for each flow: a flow that fails shows a notice in the banner instead of an empty page. */
export class FlowBoundary extends Component<{ services: AppServices; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidCatch() {
    this.props.services.notice.send({ type: 'SHOW', notice: problem({ code: 'somethingWrong' }) });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return <ReloadLink i18n={this.props.services.i18n} />;
  }
}
