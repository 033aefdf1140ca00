import { useMemo, useState } from 'react';
import { ComboBox } from '../ComboBox.tsx';
import type { ComboOption } from '../comboSearch.ts';
import { Panel } from '../Panel.tsx';
import { RadioCards } from '../RadioCards.tsx';
import { Stepper } from '../Stepper.tsx';

const cities = ['Aachen', 'Berlin', 'Cádiz', 'Dresden', 'Łódź', 'München', 'São Paulo', 'Weißenburg in Bayern'];
const AREAS = 5651;

const areas = (): readonly ComboOption[] =>
  Array.from({ length: AREAS }, (_, index) => {
    const round = Math.floor(index / cities.length);
    return {
      id: String(index + 1),
      label: `${cities[index % cities.length]}${round ? ` ${round + 1}` : ''} (${20 + index})`,
    };
  });

/** Steppers, radio cards, long lists. */
export function Pickers() {
  const [users, setUsers] = useState(3);
  const [addOns, setAddOns] = useState(0);
  const [plan, setPlan] = useState<'P' | 'A'>('P');
  const [area, setArea] = useState('');
  const options = useMemo(areas, []);
  const none = () => {};
  return (
    <div className="gallery-grid">
      <Panel title="Plan">
        <RadioCards
          name="g-plan"
          label="Plan"
          value={plan}
          onChange={setPlan}
          cards={[
            { value: 'P', title: 'Pay as you go', aside: '$15.00', children: 'Suits inbound calls.' },
            {
              value: 'A',
              title: '2K Bundle',
              aside: '$29.00',
              children: 'Includes a number and 2000 minutes per user per month.',
            },
          ]}
        />
      </Panel>
      <Panel title="Stepper">
        <Stepper
          name="g-users"
          label="Number of users"
          hint="You can invite teammates later."
          value={users}
          min={1}
          max={10000}
          onChange={setUsers}
        />
        <Stepper name="g-cx" label="CX add-ons" value={addOns} min={0} max={users} onChange={setAddOns} />
        <Stepper name="g-stepper-off" label="Off" value={1} min={1} max={9} enabled={false} onChange={none} />
      </Panel>
      <Panel title="Long list, 5,651 areas">
        <ComboBox
          name="g-area"
          label="Area code"
          placeholder="City or digits"
          options={options}
          value={area}
          onChange={setArea}
        />
        <ComboBox name="g-area-busy" label="On its way" options={[]} value="" busy onChange={none} />
        <ComboBox
          name="g-area-empty"
          label="Empty"
          options={[]}
          value=""
          emptyText="No areas here. Choose another type."
          onChange={none}
        />
        <ComboBox
          name="g-area-wrong"
          label="Wrong"
          options={options}
          value=""
          error="Choose an area."
          onChange={none}
        />
        <ComboBox name="g-area-off" label="Off" options={options} value="2" enabled={false} onChange={none} />
      </Panel>
    </div>
  );
}
