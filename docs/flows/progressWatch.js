/* progressWatch: exported from machines/registration/progressWatch.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasToken: true,
  hasReturned: true,
  hasAdvanced: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readRegistration: waiting,
    returns: waiting,
  },
  actions: {
    setReturned: () => {},
    clearReturned: () => {},
    setRecord: () => {},
  },
  guards: {
    hasToken: () => guards.hasToken,
    hasReturned: () => guards.hasReturned,
    hasAdvanced: () => guards.hasAdvanced,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "progressWatch",
  "invoke": {
    "id": "returns",
    "src": "returns",
    "onError": {}
  },
  "initial": "waiting",
  "states": {
    "waiting": {
      "on": {
        "RETURNED": {
          "guard": "hasToken",
          "target": "reading"
        }
      }
    },
    "reading": {
      "entry": "clearReturned",
      "on": {
        "RETURNED": {
          "actions": "setReturned"
        }
      },
      "invoke": {
        "id": "readRegistration",
        "src": "readRegistration",
        "onDone": [
          {
            "guard": {
              "type": "hasAdvanced"
            },
            "target": "advanced",
            "actions": {
              "type": "setRecord"
            }
          },
          {
            "target": "read"
          }
        ],
        "onError": {
          "target": "read"
        }
      },
      "after": {
        "answer": {
          "target": "read"
        }
      }
    },
    "read": {
      "always": [
        {
          "guard": "hasReturned",
          "target": "reading"
        },
        {
          "target": "waiting"
        }
      ]
    },
    "advanced": {
      "type": "final"
    }
  }
});
