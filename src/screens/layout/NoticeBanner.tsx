import { Trans, useLingui } from '@lingui/react';
import type { Notice } from '#domain/notice.ts';
import { pathTo } from '#domain/routes.ts';
import type { noticeMachine } from '#machines/notice.machine.ts';
import { noticeText } from '#text/catalogue.ts';
import { BannerRegion } from '#ui/Banner.tsx';
import { usePage } from '../page.ts';
import type { ScreenProps } from '../screenProps.ts';

/** §2: the global banner. */
export const NoticeBanner = ({ state, send }: ScreenProps<typeof noticeMachine>) => (
  <BannerRegion
    notices={state.context.notices.map((notice, id) => ({
      id,
      kind: notice.kind,
      text: <NoticeText notice={notice} onResend={() => send({ type: 'RESEND_CONFIRMATION' })} />,
    }))}
    onClose={(index) => send({ type: 'CLOSE', index })}
  />
);

/** The text of a notice. Text from outside is never a link; the one possible link comes from the notice's data. */
function NoticeText({ notice, onResend }: { notice: Notice; onResend: () => void }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const { resendTo } = notice;
  return (
    <>
      {noticeText(i18n, notice)}
      {resendTo !== undefined && ' '}
      {resendTo !== undefined && (
        <Trans
          id="<0>Click here</0> to resend the confirmation email."
          components={[
            // biome-ignore lint/a11y/useAnchorContent: the text comes from the message
            <a
              key="resend"
              href={pathTo('login', language)}
              onClick={(event) => {
                event.preventDefault();
                onResend();
              }}
            />,
          ]}
        />
      )}
    </>
  );
}
