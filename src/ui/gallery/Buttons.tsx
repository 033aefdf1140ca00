import { ssoProviderNames, ssoProviders } from '#domain/constants.ts';
import { Button, type ButtonVariant } from '../Button.tsx';
import { LanguageMenu } from '../LanguageMenu.tsx';
import { LinkButton } from '../LinkButton.tsx';
import { Panel } from '../Panel.tsx';
import { ProviderMark } from '../ProviderMark.tsx';
import { Row, Stack } from '../Stack.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet'];
const languages = [
  { key: 'en', ownName: 'English', text: 'English (USD)', href: '#en', lang: 'en' },
  { key: 'de', ownName: 'Deutsch', text: 'German (EUR)', href: '#de', lang: 'de' },
  { key: 'es', ownName: 'Español', text: 'Spanish (EUR)', href: '#es', lang: 'es' },
  { key: 'pl', ownName: 'Polski', text: 'Polish (PLN)', href: '#pl', lang: 'pl' },
  { key: 'pt', ownName: 'Português', text: 'Portuguese (EUR)', href: '#pt', lang: 'pt' },
];

/** Buttons in each variant and state, links that look like one, the language menu. */
export const Buttons = () => (
  <div className="gallery-grid">
    {variants.map((variant) => (
      <Panel key={variant} title={variant}>
        <Stack gap="small">
          <Button variant={variant}>Create an account</Button>
          <Button variant={variant} busy>
            Verify and log in
          </Button>
          <Button variant={variant} enabled={false}>
            Continue
          </Button>
        </Stack>
      </Panel>
    ))}
    <Panel title="Back and on">
      <Row>
        <Button variant="secondary">Back</Button>
        <Button>Start trial</Button>
      </Row>
    </Panel>
    <Panel title="Single sign-on">
      <Stack gap="small">
        {ssoProviders.map((provider) => (
          <LinkButton key={provider} href={`#${provider}`} wide icon={<ProviderMark provider={provider} />}>
            Continue with {ssoProviderNames[provider]}
          </LinkButton>
        ))}
      </Stack>
    </Panel>
    <Panel title="Language">
      <LanguageMenu label="Language" choices={languages} current="en" onChoose={(_, event) => event.preventDefault()} />
    </Panel>
  </div>
);
