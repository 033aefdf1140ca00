import { problem } from '#domain/notice.ts';
import { ReloadLink } from './ReloadLink.tsx';
import type { FlowModule } from './stage.ts';
import type { World } from './world.ts';

const KEY = 'reloaded';

/** F33: the chunk of a flow is gone, perhaps after a deployment: one full load of the address, then words and a link. */
export function reloadOnce({ drafts, notice }: World): FlowModule['open'] | null {
  if (drafts.read(KEY) !== location.href) {
    drafts.write(KEY, location.href);
    location.reload();
    return null;
  }
  notice.send({ type: 'SHOW', notice: problem({ code: 'unreachable' }) });
  return ({ i18n }) => ({ draw: () => <ReloadLink i18n={i18n} /> });
}

/** A flow is shown: the next one that is gone is loaded for once again. */
export const forgetReload = ({ drafts }: World): void => drafts.remove(KEY);
