/* bankCheck: exported from machines/registration/bankCheck.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isAllowed: true,
  isTooLate: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    clock: waiting,
    bankAnswered: waiting,
    backPressed: waiting,
    progressWatch: waiting,
  },
  actions: {
    notify: () => {},
    setDeadline: () => {},
    countAttempt: () => {},
    setRecord: () => {},
  },
  guards: {
    isAllowed: () => guards.isAllowed,
    isTooLate: () => guards.isTooLate,
  },
  delays: {
    frame: 15000,
  },
}).createMachine({
  "id": "bankCheck",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "isAllowed",
          "target": "framed"
        },
        {
          "target": "blocked"
        }
      ]
    },
    "framed": {
      "tags": "framed",
      "invoke": [
        {
          "id": "clock",
          "src": "clock",
          "onError": {
            "actions": {
              "type": "notify",
              "params": {
                "kind": "error",
                "message": {
                  "code": "somethingWrong"
                }
              }
            }
          }
        },
        {
          "id": "bankAnswered",
          "src": "bankAnswered",
          "onError": {
            "actions": {
              "type": "notify",
              "params": {
                "kind": "error",
                "message": {
                  "code": "somethingWrong"
                }
              }
            }
          }
        },
        {
          "id": "backPressed",
          "src": "backPressed",
          "onError": {
            "actions": {
              "type": "notify",
              "params": {
                "kind": "error",
                "message": {
                  "code": "somethingWrong"
                }
              }
            }
          }
        },
        {
          "id": "progressWatch",
          "src": "progressWatch",
          "onDone": {
            "target": "answered",
            "actions": {
              "type": "setRecord"
            }
          },
          "onError": {
            "actions": {
              "type": "notify",
              "params": {
                "kind": "error",
                "message": {
                  "code": "somethingWrong"
                }
              }
            }
          }
        }
      ],
      "on": {
        "BANK_ANSWERED": {
          "target": "answered"
        },
        "CANCEL": {
          "target": "cancelled"
        },
        "TIME_PASSED": [
          {
            "guard": {
              "type": "isTooLate"
            },
            "target": "timedOut"
          },
          {
            "actions": {
              "type": "setDeadline"
            }
          }
        ]
      },
      "initial": "loading",
      "states": {
        "loading": {
          "entry": "countAttempt",
          "on": {
            "FRAME_LOADED": {
              "target": "open"
            }
          },
          "after": {
            "frame": {
              "target": "stalled"
            }
          }
        },
        "stalled": {
          "on": {
            "FRAME_LOADED": {
              "target": "open"
            },
            "TRY_AGAIN": {
              "target": "loading"
            }
          }
        },
        "open": {}
      }
    },
    "answered": {
      "type": "final",
      "output": "answered"
    },
    "cancelled": {
      "type": "final",
      "output": "cancelled"
    },
    "timedOut": {
      "type": "final",
      "output": "timedOut"
    },
    "blocked": {
      "type": "final",
      "output": "blocked"
    }
  }
});
