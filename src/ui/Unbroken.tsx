/** Text that no line ends within: a date in a sentence. */
export const Unbroken = ({ text }: { text: string }) => <span className="unbroken">{text}</span>;
