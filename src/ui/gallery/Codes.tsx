import { useState } from 'react';
import { Button } from '../Button.tsx';
import { CardFields, type CardValues } from '../CardFields.tsx';
import { CodeField } from '../CodeField.tsx';
import { Countdown } from '../Countdown.tsx';
import { Panel } from '../Panel.tsx';

const noCard: CardValues = { card_number: '', card_end_month: '', card_end_year: '', card_cvv: '', card_name: '' };
const filled: CardValues = {
  card_number: '378282246310005',
  card_end_month: '04',
  card_end_year: '29',
  card_cvv: '1234',
  card_name: 'Ada Lovelace',
};
const wrong: Partial<CardValues> = {
  card_number: 'Card number is invalid',
  card_cvv: 'Enter the four digits on the front of the card.',
};
const MINUTE = 60_000;

/** Code field and card fields, each empty, filled, with errors and pending. */
export function Codes() {
  const [code, setCode] = useState('12');
  const [card, setCard] = useState(noCard);
  const none = () => {};
  return (
    <div className="gallery-grid">
      <Panel title="Code">
        <CodeField
          name="g-code"
          label="Six-digit code"
          hint="Sent to ada@example.com."
          value={code}
          onChange={setCode}
        />
        <CodeField
          name="g-code-wrong"
          label="Code that is wrong"
          value="123456"
          error="This code is wrong or has run out. Use the latest one."
          onChange={none}
        />
        <CodeField name="g-code-busy" label="Code on its way" value="123456" busy onChange={none} />
        <CodeField name="g-code-off" label="Code that is off" value="" enabled={false} onChange={none} />
        <p className="small soft">
          You can resend the code in <Countdown deadline={MINUTE} now={0} />.
        </p>
        <Button variant="quiet" enabled={false}>
          Resend code
        </Button>
      </Panel>
      <Panel title="Card">
        <CardFields
          field={(name) => ({
            value: card[name],
            onChange: (value) => setCard((before) => ({ ...before, [name]: value })),
            onBlur: none,
          })}
        />
      </Panel>
      <Panel title="Card that is wrong">
        <CardFields
          idPrefix="g-wrong-"
          field={(name) => ({ value: filled[name], error: wrong[name], onChange: none, onBlur: none })}
        />
      </Panel>
    </div>
  );
}
