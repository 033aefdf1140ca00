/** What the local test bank does with a card. */
export type CardBehaviour =
  | 'approves'
  | 'declines'
  /** Requires the 3-D Secure check. */
  | 'challenges'
  /** The same, with the check in a frame of a third origin, as real banks do it. */
  | 'challengesInFrame'
  /** The check consists of three pages. */
  | 'challengesInPages'
  /** The check opens in a window or a tab. */
  | 'challengesInWindow'
  /** The check uses a passkey or a payment app, in a frame of a third origin. */
  | 'challengesByDevice'
  /** The page of the check never loads. */
  | 'neverAnswers'
  /** The page of the check cannot be framed. */
  | 'refusesFraming'
  /** The page of the check loads, but the check never ends. */
  | 'neverEnds'
  /** The bank cannot be reached; nothing is set up. */
  | 'isDown'
  /** The bank approves, but its response is lost. */
  | 'answerIsLost';

/** Behaviour by card number; every other valid card is approved. */
export const testCards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'approves',
  '5555555555554444': 'approves',
  '378282246310005': 'approves',
  '4000000000003220': 'challenges',
  '4000000000003212': 'challengesInFrame',
  '4000000000003238': 'challengesInPages',
  '4000000000003246': 'challengesInWindow',
  '4000000000003253': 'challengesByDevice',
  '4000000000000002': 'declines',
  '4000000000000044': 'neverAnswers',
  '4000000000000051': 'refusesFraming',
  '4000000000000069': 'neverEnds',
  '4000000000000119': 'isDown',
  '4000000000000077': 'answerIsLost',
};
