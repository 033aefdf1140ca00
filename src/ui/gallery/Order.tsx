import { Button } from '../Button.tsx';
import { Disclosure } from '../Disclosure.tsx';
import { type OrderLine, OrderLines } from '../OrderLines.tsx';
import { ProgressLines } from '../ProgressLines.tsx';
import { Row } from '../Stack.tsx';
import { SummaryLayout } from '../SummaryLayout.tsx';
import { TextField } from '../TextField.tsx';

const lines: readonly OrderLine[] = [
  { id: 'users', label: 'Users', value: '3' },
  { id: 'fee', label: 'Users monthly fee', value: '$45.00', note: '3 × $15.00' },
  { id: 'setup', label: 'Number setup fee', value: '$5.00', note: 'Once, with the first invoice.' },
  { id: 'number', label: 'Number monthly fee', value: '$3.00' },
  { id: 'cx', label: 'CX add-on monthly fee', value: '$18.00', note: '2 × $9.00' },
  { id: 'total', label: 'Total excluding taxes', value: '$71.00', kind: 'total' },
  { id: 'today', label: 'Due today', value: '$0.00', kind: 'due' },
  {
    id: 'first',
    label: 'Due on 5 Apr 2025',
    value: '$61.43',
    note: '$66.00 × 12 / 365 × 26 days + $5.00',
    kind: 'due',
  },
  { id: 'second', label: 'Due on 1 May 2025', value: '$66.00', kind: 'due' },
];

/** The frame of a step: progress, a form beside its order summary, a disclosure. */
export function Order() {
  const none = () => {};
  return (
    <SummaryLayout
      summary={{ title: 'Order summary', total: 'Due today $0.00', children: <OrderLines lines={lines} /> }}
      actions={
        <Row>
          <Button variant="secondary">Back</Button>
          <Button>Start trial</Button>
        </Row>
      }
    >
      <ProgressLines step={4} names={['Account', 'Verify', 'Plan', 'Payment']} onBack={none} />
      <h1>Enter your billing information</h1>
      <p>
        The trial is 100% free for 30 days. You won't be charged until 5 Apr 2025. Cancel any time in your dashboard.
      </p>
      <TextField name="g-holder" label="Cardholder name" value="Ada Lovelace" onChange={none} />
      <Disclosure
        title="Company information"
        hint="Will be displayed on invoices and used to calculate tax."
        open
        onToggle={none}
      >
        <TextField name="g-company" label="Company name" value="" onChange={none} />
        <TextField name="g-city" label="City" value="" onChange={none} />
      </Disclosure>
      <Disclosure title="A section that is closed" open={false} onToggle={none}>
        <p>Hidden.</p>
      </Disclosure>
    </SummaryLayout>
  );
}
