/* account: exported from machines/registration/account.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isReadOnly: true,
  isIncomplete: true,
  isNew: true,
  isHosted: true,
  isRegistrationNotFound: true,
  hasStepMoved: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    createRegistration: waiting,
    updateRegistration: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    setSubmitted: () => {},
    setAnswer: () => {},
    setOutcome: () => {},
    clearPassword: () => {},
  },
  guards: {
    isReadOnly: () => guards.isReadOnly,
    isIncomplete: () => guards.isIncomplete,
    isNew: () => guards.isNew,
    isHosted: () => guards.isHosted,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasStepMoved: () => guards.hasStepMoved,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "account",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "isReadOnly",
          "target": "reading"
        },
        {
          "target": "editing"
        }
      ]
    },
    "reading": {
      "on": {
        "FORWARD": {
          "target": "wentForward",
          "actions": {
            "type": "setOutcome",
            "params": {
              "kind": "wentForward"
            }
          }
        }
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
            "guard": "isIncomplete",
            "actions": "checkForm"
          },
          {
            "guard": "isNew",
            "target": "creating",
            "actions": [
              "checkForm",
              "setSubmitted"
            ]
          },
          {
            "target": "updating",
            "actions": [
              "checkForm",
              "setSubmitted"
            ]
          }
        ]
      }
    },
    "creating": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "createRegistration",
        "src": "createRegistration",
        "onDone": [
          {
            "guard": {
              "type": "isHosted"
            },
            "target": "hosted",
            "actions": {
              "type": "setAnswer"
            }
          },
          {
            "target": "saved",
            "actions": {
              "type": "setAnswer"
            }
          }
        ],
        "onError": {
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
      },
      "after": {
        "answer": {
          "target": "editing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "updating": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "updateRegistration",
        "src": "updateRegistration",
        "onDone": [
          {
            "guard": {
              "type": "isHosted"
            },
            "target": "hosted",
            "actions": {
              "type": "setAnswer"
            }
          },
          {
            "target": "saved",
            "actions": {
              "type": "setAnswer"
            }
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "isRegistrationNotFound"
            },
            "target": "registrationNotFound",
            "actions": {
              "type": "setOutcome"
            }
          },
          {
            "guard": {
              "type": "hasStepMoved"
            },
            "target": "moved",
            "actions": {
              "type": "setOutcome"
            }
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
    "hosted": {
      "tags": "pending",
      "entry": "clearPassword"
    },
    "wentForward": {
      "type": "final"
    },
    "saved": {
      "type": "final",
      "entry": "clearPassword"
    },
    "moved": {
      "type": "final",
      "entry": "clearPassword"
    },
    "registrationNotFound": {
      "type": "final",
      "entry": "clearPassword"
    }
  }
});
