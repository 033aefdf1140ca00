import { problem } from '#domain/notice.ts';
import { ReloadLink } from '../document/ReloadLink.tsx';
import type { AppServices } from '../services.ts';
import type { FlowModule } from './flowRouter.ts';

/**
 * The chunk of a flow is missing, perhaps after a deployment: one full load of the address, then a message and a link.
 */
export function onLoadFailure({ notice, reload }: AppServices): FlowModule['open'] | null {
  if (reload('chunk')) return null;
  notice.send({ type: 'SHOW', notice: problem({ code: 'unreachable' }) });
  return ({ i18n }) => ({ render: () => <ReloadLink i18n={i18n} /> });
}
