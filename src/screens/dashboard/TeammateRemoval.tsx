import { Trans, useLingui } from '@lingui/react';
import { Button } from '#ui/Button.tsx';
import { Row } from '#ui/Stack.tsx';
import { OpenPanel } from './OpenPanel.tsx';
import type { TeamProps } from './sectionProps.ts';

/** The confirmation before a teammate is removed, with the consequences. */
export function TeammateRemoval({ name, state, send }: TeamProps & { name: string }) {
  const { i18n } = useLingui();
  return (
    <OpenPanel danger title={<Trans id="Remove {name} from your team?" values={{ name: <bdi>{name}</bdi> }} />}>
      <p>
        {i18n.t(
          'This person will be logged out everywhere and can no longer log in. Your price goes down if your team has grown beyond the users you ordered.',
        )}
      </p>
      <Row>
        <Button
          danger
          enabled={state.can({ type: 'CONFIRM' })}
          busy={state.matches({ changing: 'removingTeammate' })}
          onPress={() => send({ type: 'CONFIRM' })}
        >
          {i18n.t('Remove from team')}
        </Button>
        <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
          {i18n.t('Keep in team')}
        </Button>
      </Row>
    </OpenPanel>
  );
}
