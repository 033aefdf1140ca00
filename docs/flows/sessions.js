/* sessions: exported from machines/dashboard/sessions.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isOther: true,
  hasSeveralOthers: true,
  isSessionExpired: true,
  isGone: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    listSessions: waiting,
    endSession: waiting,
    endOtherSessions: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    setSessions: () => {},
    setEndingSession: () => {},
    clearEndingSession: () => {},
  },
  guards: {
    isOther: () => guards.isOther,
    hasSeveralOthers: () => guards.hasSeveralOthers,
    isSessionExpired: () => guards.isSessionExpired,
    isGone: () => guards.isGone,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "sessions",
  "context": {
    "sessions": [],
    "ending": null,
    "problem": null
  },
  "initial": "loading",
  "states": {
    "loading": {
      "tags": "pending",
      "invoke": {
        "id": "listSessions",
        "src": "listSessions",
        "input": {},
        "onDone": {
          "target": "listed",
          "actions": {
            "type": "setSessions"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "target": "failed",
            "actions": {
              "type": "setProblem"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": "setUnreachable"
        }
      }
    },
    "failed": {
      "exit": "clearProblem",
      "on": {
        "TRY_AGAIN": "loading"
      }
    },
    "listed": {
      "on": {
        "END_SESSION": {
          "guard": {
            "type": "isOther"
          },
          "target": "ending",
          "actions": {
            "type": "setEndingSession"
          }
        },
        "END_OTHERS": {
          "guard": "hasSeveralOthers",
          "target": "endingOthers",
          "actions": "clearEndingSession"
        },
        "REFRESH": "loading"
      }
    },
    "ending": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "endSession",
        "src": "endSession",
        "onDone": {
          "target": "listed",
          "actions": [
            {
              "type": "setSessions"
            },
            {
              "type": "notify",
              "params": {
                "kind": "success",
                "message": {
                  "code": "sessionClosed"
                }
              }
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "guard": {
              "type": "isGone"
            },
            "target": "loading",
            "actions": {
              "type": "notify",
              "params": {
                "kind": "success",
                "message": {
                  "code": "sessionClosed"
                }
              }
            }
          },
          {
            "target": "listed",
            "actions": {
              "type": "setProblem"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "listed",
          "actions": "setUnreachable"
        }
      }
    },
    "endingOthers": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "endOtherSessions",
        "src": "endOtherSessions",
        "input": {},
        "onDone": {
          "target": "listed",
          "actions": [
            {
              "type": "setSessions"
            },
            {
              "type": "notify",
              "params": {
                "kind": "success",
                "message": {
                  "code": "otherSessionsClosed"
                }
              }
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "target": "listed",
            "actions": {
              "type": "setProblem"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "listed",
          "actions": "setUnreachable"
        }
      }
    },
    "sessionExpired": {
      "type": "final"
    }
  }
});
