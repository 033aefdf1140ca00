/** Parts of a catalogue (tools/messageParts.ts). */
declare module '*?first' {
  export const messages: import('@lingui/core').Messages;
}
declare module '*?rest' {
  export const messages: import('@lingui/core').Messages;
}
