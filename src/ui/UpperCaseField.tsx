import { MaskedInput } from './MaskedInput.tsx';
import { upperCase } from './mask.ts';
import { type PlainInputProps, TextField, type TextFieldProps } from './TextField.tsx';

/** One line of text that is converted to upper case while it is typed; the caret stays (§5). */
export const UpperCaseField = (props: TextFieldProps) => <TextField type="code" {...props} Input={UpperCaseInput} />;

const UpperCaseInput = ({ className, maxLength, ...rest }: PlainInputProps) => (
  <MaskedInput {...rest} className={`${className} input-upper`} mask={upperCase(maxLength)} />
);
