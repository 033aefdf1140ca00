/* preferences: exported from machines/preferences.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { setup } from 'xstate';

/** What each guard says; change a value before you send an event. */
export const guards = {
  isOther: true,
};

export const machine = setup({
  actions: {
    storePreferences: () => {},
    removeParameters: () => {},
    moveTo: () => {},
  },
  guards: {
    isOther: () => guards.isOther,
  },
}).createMachine({
  "id": "preferences",
  "entry": [
    {
      "type": "storePreferences"
    },
    "removeParameters"
  ],
  "initial": "settled",
  "states": {
    "settled": {
      "on": {
        "LANGUAGE_CHOSEN": {
          "guard": {
            "type": "isOther"
          },
          "target": "moving",
          "actions": [
            {
              "type": "storePreferences"
            },
            {
              "type": "moveTo"
            }
          ]
        }
      }
    },
    "moving": {
      "on": {
        "RETURNED": "settled"
      }
    }
  }
});
