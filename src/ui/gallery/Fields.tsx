import { useState } from 'react';
import { CheckboxField } from '../CheckboxField.tsx';
import { Panel } from '../Panel.tsx';
import { PasswordField } from '../PasswordField.tsx';
import { SelectField } from '../SelectField.tsx';
import { TextField } from '../TextField.tsx';
import { UpperCaseField } from '../UpperCaseField.tsx';

const blank = 'This value should not be blank.';
const countries = [
  { value: 'DE', label: 'Germany' },
  { value: 'PL', label: 'Poland' },
  { value: 'US', label: 'United States' },
];

/** Text, password, checkbox and select, each empty, filled, with errors and disabled. */
export function Fields() {
  const [name, setName] = useState('Ada');
  const [postcode, setPostcode] = useState('SW1A 1AA');
  const [password, setPassword] = useState('');
  const [country, setCountry] = useState('');
  const [agreed, setAgreed] = useState(true);
  return (
    <div className="gallery-grid">
      <Panel title="Text">
        <TextField name="g-first" label="First name" value={name} onChange={setName} />
        <TextField
          name="g-email"
          label="Work email"
          type="email"
          hint="We send a six-digit code to it."
          value=""
          onChange={setName}
        />
        <UpperCaseField name="g-postcode" label="Postal code" value={postcode} onChange={setPostcode} />
      </Panel>
      <Panel title="Wrong, off, to be read">
        <TextField name="g-wrong" label="Last name" value="" error={blank} onChange={setName} />
        <TextField name="g-off" label="Tax ID" value="" enabled={false} onChange={setName} />
        <TextField name="g-read" label="Email" value="ada@example.com" readOnly onChange={setName} />
      </Panel>
      <Panel title="Password">
        <PasswordField
          name="g-password"
          label="Password"
          hint="At least 8 characters. A few words in a row are easy to keep."
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <PasswordField
          name="g-password-wrong"
          label="Repeat password"
          autoComplete="new-password"
          value="something"
          error="Passwords don't match."
          onChange={setPassword}
        />
      </Panel>
      <Panel title="Box">
        <CheckboxField name="g-remember" checked={agreed} onChange={setAgreed}>
          Remember me on this device
        </CheckboxField>
        <CheckboxField
          name="g-terms"
          label="Terms"
          checked={false}
          onChange={setAgreed}
          error="Please accept the terms and the privacy policy to go on."
        >
          I accept the <a href="#terms">terms and conditions</a> and the <a href="#privacy">privacy policy</a>.
        </CheckboxField>
        <CheckboxField name="g-pending" checked busy onChange={setAgreed}>
          Being saved
        </CheckboxField>
        <CheckboxField name="g-essentials" checked enabled={false} onChange={setAgreed} hint="Always on.">
          Essentials
        </CheckboxField>
      </Panel>
      <Panel title="Select">
        <SelectField
          name="g-country"
          label="Country"
          placeholder="Choose a country"
          options={countries}
          value={country}
          onChange={setCountry}
        />
        <SelectField
          name="g-busy"
          label="Number type"
          options={[]}
          value=""
          busy
          enabled={false}
          onChange={setCountry}
        />
        <SelectField
          name="g-select-wrong"
          label="State"
          options={countries}
          value=""
          error={blank}
          onChange={setCountry}
        />
      </Panel>
    </div>
  );
}
