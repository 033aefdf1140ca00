/* newPassword: exported from machines/newPassword.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasToken: true,
  isComplete: true,
  isLinkInvalid: true,
  isTokenInvalid: true,
  isChallenged: true,
  isNotConfirmed: true,
  lacksCredentials: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readReset: waiting,
    resetPassword: waiting,
    login: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    addNotice: () => {},
    clearNotice: () => {},
    removeToken: () => {},
    markPasswordReset: () => {},
    storeChallenge: () => {},
    openSession: () => {},
    goTo: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    setEmail: () => {},
    clearSecrets: () => {},
  },
  guards: {
    hasToken: () => guards.hasToken,
    isComplete: () => guards.isComplete,
    isLinkInvalid: () => guards.isLinkInvalid,
    isTokenInvalid: () => guards.isTokenInvalid,
    isChallenged: () => guards.isChallenged,
    isNotConfirmed: () => guards.isNotConfirmed,
    lacksCredentials: () => guards.lacksCredentials,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "newPassword",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasToken",
          "target": "editing"
        },
        {
          "target": "tokenMissing"
        }
      ]
    },
    "tokenMissing": {},
    "editing": {
      "initial": "readingAddress",
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
            "target": "resetting",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ]
      },
      "states": {
        "readingAddress": {
          "invoke": {
            "id": "readReset",
            "src": "readReset",
            "onDone": {
              "target": "ready",
              "actions": {
                "type": "setEmail"
              }
            },
            "onError": [
              {
                "guard": {
                  "type": "isLinkInvalid"
                },
                "target": "#newPassword.tokenInvalid"
              },
              {
                "target": "ready"
              }
            ]
          },
          "after": {
            "answer": "ready"
          }
        },
        "ready": {}
      }
    },
    "resetting": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "resetPassword",
        "src": "resetPassword",
        "onDone": {
          "target": "loggingIn",
          "actions": [
            {
              "type": "setEmail"
            },
            {
              "type": "notify"
            },
            "markPasswordReset",
            {
              "type": "removeToken",
              "params": {
                "parameter": "token"
              }
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isTokenInvalid"
            },
            "target": "tokenInvalid",
            "actions": {
              "type": "notify"
            }
          },
          {
            "target": "editing.ready",
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
          "target": "editing.ready",
          "actions": "notifyUnreachable"
        }
      }
    },
    "tokenInvalid": {
      "entry": "clearSecrets"
    },
    "loggingIn": {
      "tags": "pending",
      "exit": "clearSecrets",
      "invoke": {
        "id": "login",
        "src": "login",
        "onDone": [
          {
            "guard": {
              "type": "isChallenged"
            },
            "target": "challenged",
            "actions": [
              {
                "type": "storeChallenge"
              },
              {
                "type": "addNotice"
              }
            ]
          },
          {
            "target": "loggedIn",
            "actions": {
              "type": "openSession"
            }
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "lacksCredentials"
            },
            "target": "passwordChanged",
            "actions": {
              "type": "addNotice",
              "params": {
                "kind": "error",
                "message": {
                  "code": "apiMissingCredentials"
                }
              }
            }
          },
          {
            "guard": {
              "type": "isNotConfirmed"
            },
            "target": "passwordChanged",
            "actions": {
              "type": "addNotice"
            }
          },
          {
            "target": "passwordChanged",
            "actions": {
              "type": "addNotice"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "passwordChanged",
          "actions": {
            "type": "addNotice",
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
    "loggedIn": {
      "type": "final",
      "entry": {
        "type": "goTo",
        "params": {
          "family": "dashboard"
        }
      }
    },
    "challenged": {
      "type": "final",
      "entry": {
        "type": "goTo",
        "params": {
          "family": "login2fa"
        }
      }
    },
    "passwordChanged": {
      "type": "final",
      "entry": {
        "type": "goTo"
      }
    }
  }
});
