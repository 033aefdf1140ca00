/* cancellation: exported from machines/dashboard/cancellation.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** What each guard says; change a value before you send an event. */
export const guards = {
  isCancelled: true,
  isSessionExpired: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    cancelTrial: waiting,
    undoCancellation: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    setAccount: () => {},
    setSessionExpired: () => {},
  },
  guards: {
    isCancelled: () => guards.isCancelled,
    isSessionExpired: () => guards.isSessionExpired,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "cancellation",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "isCancelled",
          "target": "resuming"
        },
        {
          "target": "confirming"
        }
      ]
    },
    "confirming": {
      "on": {
        "CONFIRM": "cancelling",
        "CLOSE": {
          "target": "closed",
          "actions": "clearNotice"
        }
      }
    },
    "cancelling": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "cancelTrial",
        "src": "cancelTrial",
        "input": {},
        "onDone": {
          "target": "closed",
          "actions": [
            {
              "type": "setAccount"
            },
            {
              "type": "notify"
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "closed",
            "actions": "setSessionExpired"
          },
          {
            "target": "confirming",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "confirming",
          "actions": "notifyUnreachable"
        }
      }
    },
    "resuming": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "undoCancellation",
        "src": "undoCancellation",
        "input": {},
        "onDone": {
          "target": "closed",
          "actions": [
            {
              "type": "setAccount"
            },
            {
              "type": "notify"
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "closed",
            "actions": "setSessionExpired"
          },
          {
            "target": "closed",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "closed",
          "actions": "notifyUnreachable"
        }
      }
    },
    "closed": {
      "type": "final"
    }
  }
});
