import { useRef, useState } from 'react';
import { Button } from './Button.tsx';
import './CopyableText.css';
import { Icon } from './Icon.tsx';

type CopyableTextProps = {
  text: string;
  /** Label of the button, and what is announced when the text is in the clipboard. */
  label: string;
  copied: string;
};

/** A text with a button that copies it. Without access to the clipboard, the text is selected instead. */
export function CopyableText({ text, label, copied }: CopyableTextProps) {
  const place = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      if (place.current) getSelection()?.selectAllChildren(place.current);
    }
  };
  return (
    <div className="copyable">
      <bdi ref={place} dir="ltr" className="copyable-text figures">
        {text}
      </bdi>
      <Button variant="secondary" icon={<Icon name={isCopied ? 'check' : 'copy'} />} onPress={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="small soft">
        {isCopied && copied}
      </span>
    </div>
  );
}
