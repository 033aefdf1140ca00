import { type ComponentProps, type ReactNode, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Section } from './Section.tsx';
import type { DashboardProps } from './sectionProps.ts';
import { WHY_OFF_ID } from './WhyOff.tsx';

type Props = DashboardProps &
  Pick<ComponentProps<typeof Section>, 'title' | 'intro'> & {
    /** The event that opens the panel, and the label of its button. */
    event: Parameters<DashboardProps['send']>[0];
    label: string;
    /** Whether this person may see the button. */
    isOffered?: boolean;
    /** Id of the sentence that says why the button is off. */
    describedBy?: string;
    isOpen: boolean;
    /** The panel. */
    children: ReactNode;
  };

/** A section whose button opens a panel in its place, and takes the focus when the panel is closed. */
export function PanelSection(props: Props) {
  const {
    state,
    send,
    title,
    intro,
    event,
    label,
    isOffered = true,
    describedBy = WHY_OFF_ID,
    isOpen,
    children,
  } = props;
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Section
      title={title}
      intro={intro}
      fallbackFocus={opener}
      action={
        isOffered &&
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            enabled={state.can(event)}
            describedBy={describedBy}
            onPress={() => send(event)}
          >
            {label}
          </Button>
        )
      }
    >
      {isOpen && children}
    </Section>
  );
}
