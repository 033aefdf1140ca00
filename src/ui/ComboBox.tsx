import { useLingui } from '@lingui/react';
import { type UseComboboxProps, useCombobox } from 'downshift';
import { type FocusEvent, type SyntheticEvent, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from './afterPaint.ts';
import './ComboBox.css';
import { ComboList } from './ComboList.tsx';
import type { ComboOption } from './comboSearch.ts';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { useComboSearch } from './useComboSearch.ts';
import { useOff } from './useOff.ts';

export type ComboBoxProps = FieldProps & {
  /** All options; a list with the same identity is indexed for searching only once. */
  options: readonly ComboOption[];
  /** Id of the chosen option; '' if there is none. */
  value: string;
  onChange: (id: string) => void;
  placeholder?: string;
  /** Shown instead of the list if there are no options. */
  emptyText?: string;
  inputMode?: 'text' | 'numeric' | 'tel';
  required?: boolean;
  enabled?: boolean;
  /** Whether the options are loading. */
  busy?: boolean;
};

const ANNOUNCE_DELAY_MS = 500;
const choosing = new Set(['Enter', 'Tab']);
const moving = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp']);
const { InputClick, InputBlur, InputChange, InputKeyDownEnter, InputKeyDownEscape, ItemMouseMove } =
  useCombobox.stateChangeTypes;

/**
 * A list too long to scroll: searched by words and digits, and virtualised. An option is chosen only by Enter, Tab on a
 * highlighted option, or a press; leaving otherwise restores the text of the chosen one.
 */
export function ComboBox(props: ComboBoxProps) {
  const { options, value, onChange, enabled = true, busy = false } = props;
  const { i18n } = useLingui();
  const ids = fieldIds(props);
  const input = useRef<HTMLInputElement>(null);
  const { found, isSearching, setQuery, searchRest } = useComboSearch(options);
  const typed = useRef('');
  const leavesByTab = useRef(false);
  const [byMouse, setByMouse] = useState(false);
  const chosen = useMemo(() => options.find((option) => option.id === value) ?? null, [options, value]);

  const box = useCombobox<ComboOption>({
    items: found,
    itemToString: textOf,
    itemToKey: (option) => option?.id,
    selectedItem: chosen,
    inputId: ids.id,
    labelId: `${ids.id}-label`,
    menuId: `${ids.id}-list`,
    getItemId: (index) => `${ids.id}-option-${index}`,
    // The virtualised list scrolls itself: most options are not in the document.
    scrollIntoView: () => {},
    onHighlightedIndexChange: ({ type }) => setByMouse(type === ItemMouseMove),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem && selectedItem.id !== value) onChange(selectedItem.id);
    },
    stateReducer: (state, action) => changeState(state, action, leavesByTab.current),
    onIsOpenChange: ({ isOpen, type }) => {
      if (isOpen) {
        // What is typed next replaces the choice.
        if (type !== InputChange) input.current?.select();
        return;
      }
      typed.current = '';
      setQuery('');
    },
  });
  const { isOpen, highlightedIndex } = box;

  const isEmpty = options.length === 0;
  const isOff = !enabled || busy || isEmpty;
  const off = useOff(isOff);
  /** While disabled but focused, it does not open. */
  const ignoreWhileOff = ({ nativeEvent }: SyntheticEvent) => {
    if (isOff) Object.assign(nativeEvent, { preventDownshiftDefault: true });
  };
  const statusText =
    busy || (isSearching && isOpen && found.length === 0)
      ? i18n.t('Loading…')
      : isEmpty && enabled
        ? props.emptyText
        : isOpen && found.length === 0
          ? i18n.t('No matches. Try fewer letters or digits.')
          : undefined;
  const count = useSettled(isOpen && !statusText ? found.length : null);
  const popup = useRef<HTMLDivElement>(null);
  // A list that opens at the end of a window comes into view.
  useEffect(() => {
    if (isOpen) afterPaint(() => popup.current?.scrollIntoView?.({ block: 'nearest' }));
  }, [isOpen]);
  const inputProps = box.getInputProps({
    ref: input,
    disabled: off.disabled,
    onKeyDown: (event) => {
      ignoreWhileOff(event);
      leavesByTab.current = event.key === 'Tab';
      // These act on the list of what has been typed so far.
      if (moving.has(event.key) || choosing.has(event.key)) flushSync(() => setQuery(typed.current));
      // The first match of the whole list is chosen, so the rest of the list is searched now.
      if (choosing.has(event.key)) flushSync(searchRest);
    },
    onClick: ignoreWhileOff,
    // The end of a press would set the caret, after the click has selected the text.
    onMouseUp: (event) => {
      if (!isOpen) event.preventDefault();
    },
    onChange: (event: SyntheticEvent<HTMLInputElement>) => {
      typed.current = event.currentTarget.value;
      // Once the typed text has been painted, so that a key press does not wait for the list.
      afterPaint(() => startTransition(() => setQuery(typed.current)));
    },
    onBlur: off.onBlur,
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      off.onFocus();
      leavesByTab.current = false;
      event.currentTarget.select();
    },
  });

  return (
    <Field {...props}>
      <div className="combo" data-open={isOpen || undefined}>
        <input
          {...inputProps}
          // React reports no change where a script has set the value before its event.
          onInput={inputProps.onChange}
          {...ids}
          className="input"
          name={props.name}
          placeholder={props.placeholder}
          inputMode={props.inputMode}
          spellCheck={false}
          aria-required={props.required || undefined}
          aria-busy={busy || undefined}
          aria-disabled={off['aria-disabled']}
          readOnly={isOff}
        />
        <span {...box.getToggleButtonProps({ disabled: isOff })} className="combo-sign" aria-hidden="true">
          <Icon name={busy ? 'clock' : 'chevron'} />
        </span>
        <div ref={popup} className="combo-popup" hidden={!isOpen || found.length === 0}>
          {/* Tab would stop at a part that scrolls, and leaving the field hides it. */}
          <div {...box.getMenuProps({ 'aria-label': i18n.t('Options') })} className="combo-list" tabIndex={-1}>
            <ComboList
              isOpen={isOpen}
              options={found}
              marked={highlightedIndex}
              follow={!byMouse}
              chosen={value}
              getItemProps={box.getItemProps}
            />
          </div>
        </div>
      </div>
      <div role="status">
        {statusText && <p className="field-hint">{statusText}</p>}
        {count !== null && (
          <p className="visually-hidden">{i18n._('{count, plural, one {# option} other {# options}}', { count })}</p>
        )}
      </div>
    </Field>
  );
}

type Reducer = NonNullable<UseComboboxProps<ComboOption>['stateReducer']>;

/** Where the box differs from what Downshift would do. */
function changeState(
  state: Parameters<Reducer>[0],
  { type, changes }: Parameters<Reducer>[1],
  leavesByTab: boolean,
): ReturnType<Reducer> {
  if (type === InputChange) {
    // Highlights the first match, so that Enter chooses it.
    return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
  }
  // A press into the open field places the caret.
  if (type === InputClick && state.isOpen) return state;
  // Escape closes the list and never clears the choice.
  const keepsChoice = type === InputKeyDownEscape || (type === InputBlur && !leavesByTab);
  const selectedItem = (keepsChoice ? null : changes.selectedItem) ?? state.selectedItem;
  const inputValue = textOf(selectedItem);
  // Where nothing matches, Enter leaves the text to be corrected.
  if (type === InputKeyDownEnter && changes.inputValue !== inputValue) return state;
  return changes.isOpen ? changes : { ...changes, selectedItem, inputValue };
}

/** A value once it has stopped changing: the number of matches is announced when typing pauses, not at each key. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const textOf = (option: ComboOption | null) => option?.label ?? '';
