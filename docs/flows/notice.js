/* notice: exported from machines/notice.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasNotices: true,
  isLast: true,
  hasResendLink: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    resendConfirmation: waiting,
  },
  actions: {
    setNotice: () => {},
    addNotice: () => {},
    setNoticeBesideLink: () => {},
    removeNotice: () => {},
    clearNotices: () => {},
  },
  guards: {
    hasNotices: () => guards.hasNotices,
    isLast: () => guards.isLast,
    hasResendLink: () => guards.hasResendLink,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "notice",
  "initial": "opening",
  "on": {
    "SHOW": {
      "target": ".shown",
      "actions": {
        "type": "setNotice"
      }
    },
    "ADD": {
      "target": ".shown",
      "actions": {
        "type": "addNotice"
      }
    },
    "CLEAR": {
      "target": ".hidden"
    }
  },
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasNotices",
          "target": "shown"
        },
        {
          "target": "hidden"
        }
      ]
    },
    "hidden": {
      "entry": "clearNotices"
    },
    "shown": {
      "on": {
        "CLOSE": [
          {
            "guard": "isLast",
            "target": "hidden"
          },
          {
            "actions": {
              "type": "removeNotice"
            }
          }
        ],
        "RESEND_CONFIRMATION": {
          "guard": "hasResendLink",
          "target": "resendingConfirmation"
        }
      }
    },
    "resendingConfirmation": {
      "tags": "pending",
      "invoke": {
        "id": "resendConfirmation",
        "src": "resendConfirmation",
        "onDone": {
          "target": "shown",
          "actions": {
            "type": "setNotice"
          }
        },
        "onError": {
          "target": "shown",
          "actions": {
            "type": "setNoticeBesideLink"
          }
        }
      },
      "after": {
        "answer": {
          "target": "shown",
          "actions": {
            "type": "setNoticeBesideLink",
            "params": {
              "kind": "error",
              "message": {
                "code": "unreachable"
              }
            }
          }
        }
      }
    }
  }
});
