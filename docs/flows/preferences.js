/* preferences: exported from machines/preferences.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isChanged: true,
};

export const machine = setup({
  actions: {
    storePreferences: () => {},
    removeParameters: () => {},
    moveTo: () => {},
  },
  guards: {
    isChanged: () => guards.isChanged,
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
  "on": {
    "LANGUAGE_CHOSEN": {
      "guard": {
        "type": "isChanged"
      },
      "target": ".moving",
      "actions": [
        {
          "type": "storePreferences"
        },
        {
          "type": "moveTo"
        }
      ]
    }
  },
  "states": {
    "settled": {},
    "moving": {
      "on": {
        "RETURNED": "settled"
      }
    }
  }
});
