/**
 * Characters that leave no mark: Unicode's default ignorables (zero-width spaces and joiners, marks of direction, soft
 * hyphens, fillers) and controls. They come along with what is pasted.
 */
const invisibles = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** A text without any character that nobody sees. */
export const withoutInvisibles = (text: string): string => text.replace(invisibles, '');
