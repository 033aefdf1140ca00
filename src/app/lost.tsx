import { problem } from '#domain/notice.ts';
import { ReloadLink } from './ReloadLink.tsx';
import type { FlowModule } from './stage.ts';
import type { World } from './world.ts';

/** The chunk of a flow is gone, perhaps after a deployment: one full load of the address, then words and a link. */
export function lost({ notice, reload }: World): FlowModule['open'] | null {
  if (reload('chunk')) return null;
  notice.send({ type: 'SHOW', notice: problem({ code: 'unreachable' }) });
  return ({ i18n }) => ({ draw: () => <ReloadLink i18n={i18n} /> });
}
