/* passwordChange: exported from machines/dashboard/passwordChange.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasPassword: true,
  isComplete: true,
  isSessionExpired: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    changePassword: waiting,
    requestReset: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    renewSession: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    setRenewal: () => {},
    setSessionExpired: () => {},
    clearPasswords: () => {},
  },
  guards: {
    hasPassword: () => guards.hasPassword,
    isComplete: () => guards.isComplete,
    isSessionExpired: () => guards.isSessionExpired,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "passwordChange",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasPassword",
          "target": "editing"
        },
        {
          "target": "offeringLink"
        }
      ]
    },
    "offeringLink": {
      "on": {
        "SEND_LINK": "sendingLink",
        "CLOSE": "closed"
      }
    },
    "sendingLink": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "requestReset",
        "src": "requestReset",
        "onDone": "linkSent",
        "onError": {
          "target": "offeringLink",
          "actions": {
            "type": "setProblem"
          }
        }
      },
      "after": {
        "answer": {
          "target": "offeringLink",
          "actions": "setUnreachable"
        }
      }
    },
    "linkSent": {
      "on": {
        "CLOSE": "closed"
      }
    },
    "editing": {
      "on": {
        "CHANGE": {
          "actions": {
            "type": "editForm"
          }
        },
        "BLUR": {
          "actions": {
            "type": "checkField"
          }
        },
        "SUBMIT": [
          {
            "guard": "isComplete",
            "target": "changing",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ],
        "CLOSE": "closed"
      }
    },
    "changing": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "changePassword",
        "src": "changePassword",
        "onDone": {
          "target": "closed",
          "actions": [
            {
              "type": "renewSession"
            },
            "setRenewal",
            {
              "type": "notify",
              "params": {
                "kind": "success",
                "message": {
                  "code": "passwordChanged"
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
            "target": "closed",
            "actions": "setSessionExpired"
          },
          {
            "target": "editing",
            "actions": [
              {
                "type": "setFormErrors"
              },
              {
                "type": "setProblem"
              }
            ]
          }
        ]
      },
      "after": {
        "answer": {
          "target": "editing",
          "actions": "setUnreachable"
        }
      }
    },
    "closed": {
      "type": "final",
      "entry": "clearPasswords"
    }
  }
});
