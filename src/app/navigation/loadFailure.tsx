import { problem } from '#domain/notice.ts';
import { ReloadLink } from '../document/ReloadLink.tsx';
import type { AppServices } from '../services.ts';
import type { Flow, FlowModule } from './flowRouter.ts';

/**
 * The chunk of a flow is missing, perhaps after a deployment: one full load of the address, then a link, and a message
 * beside the one that led here, such as that of a log-out.
 */
export function onLoadFailure({ notice, reload }: AppServices): FlowModule['open'] | null {
  if (reload('chunk')) return null;
  notice.send({ type: 'ADD', notice: problem({ code: 'unreachable' }) });
  return ({ i18n }) => ({ render: () => <ReloadLink i18n={i18n} /> });
}

/** A flow that cannot be opened is shown like one that cannot be rendered, by the boundary of the flows. */
export const onOpenFailure = (error: unknown): Flow => ({ render: () => <Failed error={error} /> });

function Failed({ error }: { error: unknown }): never {
  throw error;
}
