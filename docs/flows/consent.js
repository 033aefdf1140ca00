/* consent: exported from machines/consent.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isGiven: true,
  isNew: true,
};

export const machine = setup({
  actions: {
    storeConsent: () => {},
    setValues: () => {},
    acceptAll: () => {},
    setGiven: () => {},
    forgetConsent: () => {},
    acceptChoice: () => {},
    clearChange: () => {},
  },
  guards: {
    isGiven: () => guards.isGiven,
    isNew: () => guards.isNew,
  },
}).createMachine({
  "id": "consent",
  "initial": "opening",
  "on": {
    "CONSENT_GIVEN": {
      "guard": {
        "type": "isNew"
      },
      "target": ".given",
      "actions": {
        "type": "setGiven"
      }
    },
    "CONSENT_GONE": {
      "guard": "isGiven",
      "target": ".deciding",
      "actions": "forgetConsent"
    }
  },
  "states": {
    "opening": {
      "always": [
        {
          "guard": "isGiven",
          "target": "given"
        },
        {
          "target": "deciding"
        }
      ]
    },
    "deciding": {
      "tags": "shown",
      "on": {
        "CHANGE": {
          "actions": {
            "type": "setValues"
          }
        },
        "ACCEPT_ALL": {
          "target": "given",
          "actions": [
            "acceptAll",
            "acceptChoice",
            {
              "type": "storeConsent"
            }
          ]
        },
        "ACCEPT_SELECTION": {
          "target": "given",
          "actions": [
            "acceptChoice",
            {
              "type": "storeConsent"
            }
          ]
        }
      },
      "initial": "prompting",
      "states": {
        "prompting": {
          "on": {
            "MANAGE": "managing"
          }
        },
        "managing": {
          "on": {
            "CLOSE": [
              {
                "guard": "isGiven",
                "target": "#consent.given",
                "actions": "clearChange"
              },
              {
                "target": "prompting"
              }
            ]
          }
        }
      }
    },
    "given": {
      "on": {
        "MANAGE": "deciding.managing"
      }
    }
  }
});
