/* invitation: exported from machines/invitation.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isTokenInvalid: true,
  isComplete: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readInvitation: waiting,
    acceptInvitation: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    openSession: () => {},
    goTo: () => {},
    setInvitation: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    clearForm: () => {},
  },
  guards: {
    isTokenInvalid: () => guards.isTokenInvalid,
    isComplete: () => guards.isComplete,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "invitation",
  "initial": "reading",
  "states": {
    "reading": {
      "tags": "pending",
      "invoke": {
        "id": "readInvitation",
        "src": "readInvitation",
        "onDone": {
          "target": "editing",
          "actions": {
            "type": "setInvitation"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "isTokenInvalid"
            },
            "target": "tokenInvalid"
          },
          {
            "target": "failed",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": "notifyUnreachable"
        }
      }
    },
    "failed": {
      "exit": "clearNotice",
      "on": {
        "TRY_AGAIN": "reading"
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
            "target": "accepting",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ]
      }
    },
    "accepting": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "acceptInvitation",
        "src": "acceptInvitation",
        "onDone": {
          "target": "accepted",
          "actions": {
            "type": "openSession"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "isTokenInvalid"
            },
            "target": "tokenInvalid"
          },
          {
            "target": "editing",
            "actions": [
              {
                "type": "setFormErrors"
              },
              {
                "type": "notify"
              }
            ]
          }
        ]
      },
      "after": {
        "answer": {
          "target": "editing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "tokenInvalid": {
      "entry": [
        "clearForm",
        {
          "type": "notify",
          "params": {
            "kind": "error",
            "message": {
              "code": "invitationInvalid"
            }
          }
        }
      ]
    },
    "accepted": {
      "type": "final",
      "entry": [
        "clearForm",
        {
          "type": "goTo",
          "params": {
            "family": "dashboard"
          }
        }
      ]
    }
  }
});
