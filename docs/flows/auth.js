/* auth: exported from machines/auth.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  startsAtCredentials: true,
  isComplete: true,
  isChallenged: true,
  isNotConfirmed: true,
  hasChallenge: true,
  isCodeComplete: true,
  mayResend: true,
  isChallengeExpired: true,
  isNonceExpired: true,
  hasFingerprint: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    mailedLinks: waiting,
    login: waiting,
    loginWithCode: waiting,
    resendLoginCode: waiting,
    clock: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    goTo: () => {},
    openSession: () => {},
    storeChallenge: () => {},
    deleteChallenge: () => {},
    storeDevice: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    setConfirmedEmail: () => {},
    clearPassword: () => {},
    setChallenge: () => {},
    setNextNonce: () => {},
    countSentCode: () => {},
    setResendDelay: () => {},
    clearChallenge: () => {},
    setCode: () => {},
    clearCode: () => {},
    setCodeError: () => {},
    setNow: () => {},
  },
  guards: {
    startsAtCredentials: () => guards.startsAtCredentials,
    isComplete: () => guards.isComplete,
    isChallenged: () => guards.isChallenged,
    isNotConfirmed: () => guards.isNotConfirmed,
    hasChallenge: () => guards.hasChallenge,
    isCodeComplete: () => guards.isCodeComplete,
    mayResend: () => guards.mayResend,
    isChallengeExpired: () => guards.isChallengeExpired,
    isNonceExpired: () => guards.isNonceExpired,
    hasFingerprint: () => guards.hasFingerprint,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "auth",
  "invoke": {
    "id": "mailedLinks",
    "src": "mailedLinks",
    "onDone": {
      "actions": {
        "type": "setConfirmedEmail"
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
  },
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "startsAtCredentials",
          "target": "credentials"
        },
        {
          "guard": "hasChallenge",
          "target": "twoFactor"
        },
        {
          "target": "nonceMissing"
        }
      ]
    },
    "credentials": {
      "tags": "credentials",
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
            "target": "loggingIn",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ],
        "FORWARD": [
          {
            "guard": "hasChallenge",
            "target": "twoFactor",
            "actions": [
              "clearPassword",
              "clearNotice"
            ]
          },
          {
            "target": "nonceMissing",
            "actions": [
              "clearPassword",
              "clearNotice"
            ]
          }
        ]
      }
    },
    "loggingIn": {
      "tags": [
        "pending",
        "credentials"
      ],
      "entry": "clearNotice",
      "on": {
        "FORWARD": [
          {
            "guard": "hasChallenge",
            "target": "twoFactor",
            "actions": [
              "clearPassword",
              "clearNotice"
            ]
          },
          {
            "target": "nonceMissing",
            "actions": [
              "clearPassword",
              "clearNotice"
            ]
          }
        ]
      },
      "invoke": {
        "id": "login",
        "src": "login",
        "onDone": [
          {
            "guard": {
              "type": "isChallenged"
            },
            "target": "twoFactor",
            "actions": [
              {
                "type": "setChallenge"
              },
              "clearPassword",
              {
                "type": "storeChallenge"
              },
              {
                "type": "notify"
              },
              {
                "type": "goTo",
                "params": {
                  "family": "login2fa"
                }
              }
            ]
          },
          {
            "target": "loggedIn",
            "actions": [
              {
                "type": "openSession"
              },
              "clearPassword"
            ]
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "isNotConfirmed"
            },
            "target": "credentials",
            "actions": {
              "type": "notify"
            }
          },
          {
            "target": "credentials",
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
          "target": "credentials",
          "actions": "notifyUnreachable"
        }
      }
    },
    "twoFactor": {
      "tags": "twoFactor",
      "exit": [
        "clearCode",
        "clearNotice"
      ],
      "invoke": {
        "id": "clock",
        "src": "clock",
        "input": {},
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
      "on": {
        "TIME_PASSED": {
          "actions": {
            "type": "setNow"
          }
        },
        "BACK": {
          "target": "credentials",
          "actions": {
            "type": "goTo",
            "params": {
              "family": "login"
            }
          }
        }
      },
      "initial": "entering",
      "states": {
        "entering": {
          "on": {
            "CODE_CHANGED": {
              "actions": {
                "type": "setCode"
              }
            },
            "SUBMIT": {
              "guard": "isCodeComplete",
              "target": "verifying"
            },
            "RESEND": {
              "guard": "mayResend",
              "target": "resending"
            }
          }
        },
        "verifying": {
          "tags": "pending",
          "entry": "clearNotice",
          "invoke": {
            "id": "loginWithCode",
            "src": "loginWithCode",
            "onDone": [
              {
                "guard": {
                  "type": "hasFingerprint"
                },
                "target": "#auth.loggedIn",
                "actions": [
                  {
                    "type": "storeDevice"
                  },
                  {
                    "type": "openSession"
                  }
                ]
              },
              {
                "target": "#auth.loggedIn",
                "actions": {
                  "type": "openSession"
                }
              }
            ],
            "onError": [
              {
                "guard": {
                  "type": "isChallengeExpired"
                },
                "target": "#auth.challengeExpired",
                "actions": {
                  "type": "notify"
                }
              },
              {
                "target": "entering",
                "actions": [
                  {
                    "type": "setCodeError"
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
              "target": "entering",
              "actions": "notifyUnreachable"
            }
          }
        },
        "resending": {
          "tags": "pending",
          "entry": "clearNotice",
          "invoke": {
            "id": "resendLoginCode",
            "src": "resendLoginCode",
            "onDone": {
              "target": "entering",
              "actions": [
                {
                  "type": "setNextNonce"
                },
                "clearCode",
                "countSentCode",
                {
                  "type": "storeChallenge"
                },
                {
                  "type": "notify",
                  "params": {
                    "kind": "success",
                    "message": {
                      "code": "loginCodeSent"
                    }
                  }
                }
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isNonceExpired"
                },
                "target": "#auth.challengeExpired",
                "actions": {
                  "type": "notify"
                }
              },
              {
                "target": "entering",
                "actions": [
                  {
                    "type": "setResendDelay"
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
              "target": "entering",
              "actions": "notifyUnreachable"
            }
          }
        }
      }
    },
    "challengeExpired": {
      "tags": "twoFactor",
      "entry": [
        {
          "type": "deleteChallenge"
        },
        "clearChallenge"
      ],
      "exit": "clearNotice",
      "on": {
        "BACK": {
          "target": "credentials",
          "actions": {
            "type": "goTo",
            "params": {
              "family": "login"
            }
          }
        }
      }
    },
    "nonceMissing": {
      "tags": "twoFactor",
      "on": {
        "BACK": {
          "target": "credentials",
          "actions": {
            "type": "goTo",
            "params": {
              "family": "login"
            }
          }
        }
      }
    },
    "loggedIn": {
      "type": "final",
      "entry": [
        {
          "type": "deleteChallenge"
        },
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
