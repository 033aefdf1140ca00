/* cancellation: exported from machines/dashboard/cancellation.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
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
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    setAccount: () => {},
    setSessionExpired: () => {},
    setFailure: () => {},
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
        "CLOSE": "closed"
      }
    },
    "cancelling": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
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
              "type": "setProblem"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "confirming",
          "actions": "setUnreachable"
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
              "type": "setFailure"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "closed",
          "actions": {
            "type": "setFailure",
            "params": {
              "kind": "error",
              "message": {
                "code": "unreachable"
              }
            }
          }
        }
      }
    },
    "closed": {
      "type": "final"
    }
  }
});
