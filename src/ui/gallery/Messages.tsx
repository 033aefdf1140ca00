import { useState } from 'react';
import { BannerRegion } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { ErrorSummary } from '../ErrorSummary.tsx';
import { Note } from '../Note.tsx';
import { Overlay } from '../Overlay.tsx';
import { Panel } from '../Panel.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { Stack } from '../Stack.tsx';

/** Banners, error summary, skeleton, overlays. */
export function Messages() {
  const [layer, setLayer] = useState<'sheet' | 'frame' | null>(null);
  const close = () => setLayer(null);
  return (
    <div className="gallery-grid">
      <Panel title="Banner">
        <BannerRegion
          notices={[
            { id: 1, kind: 'success', text: 'Authentication code has been sent to your email address.' },
            {
              id: 2,
              kind: 'error',
              text: (
                <>
                  Your account isn't confirmed yet. <a href="#again">Send the email again</a>.
                </>
              ),
            },
          ]}
          onClose={close}
        />
        <Note kind="wait">The next best number is suggested.</Note>
      </Panel>
      <Panel title="Error summary">
        <ErrorSummary
          title="There is a problem"
          problems={[
            { id: 'g-first', label: 'First name', message: 'This value should not be blank.' },
            { id: 'card_number', label: 'Card number', message: 'Card number is invalid' },
          ]}
        />
      </Panel>
      <Panel title="Loading">
        <Skeleton fields={2} />
      </Panel>
      <Panel title="Layers">
        <Stack gap="small">
          <Button variant="secondary" onPress={() => setLayer('sheet')}>
            Open a sheet
          </Button>
          <Button variant="secondary" onPress={() => setLayer('frame')}>
            Open a bank’s frame
          </Button>
        </Stack>
      </Panel>
      {layer === 'sheet' && (
        <Overlay title="Cookies" closeLabel="Close" onClose={close}>
          <p>Essentials are always on.</p>
          <Button>Accept current selection</Button>
        </Overlay>
      )}
      {layer === 'frame' && (
        <Overlay title="Confirm with your bank" closeLabel="Cancel" size="frame" onClose={close}>
          <iframe title="Your bank" srcDoc="<p>The bank’s page</p>" />
        </Overlay>
      )}
    </div>
  );
}
