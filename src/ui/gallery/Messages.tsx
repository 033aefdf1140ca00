import { useState } from 'react';
import { BannerRegion } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { Note } from '../Note.tsx';
import { Overlay } from '../Overlay.tsx';
import { Panel } from '../Panel.tsx';
import { Skeleton } from '../Skeleton.tsx';

/** Banners, skeleton, overlay. */
export function Messages() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
      <Panel title="Loading">
        <Skeleton fields={2} />
      </Panel>
      <Panel title="Overlay">
        <Button variant="secondary" onPress={() => setOpen(true)}>
          Open a bank’s frame
        </Button>
      </Panel>
      {isOpen && (
        <Overlay title="Confirm with your bank" closeLabel="Cancel" onClose={close}>
          <iframe title="Your bank" srcDoc="<p>The bank’s page</p>" />
        </Overlay>
      )}
    </div>
  );
}
