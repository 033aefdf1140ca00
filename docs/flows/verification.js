/* verification: exported from machines/registration/verification.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isCodeComplete: true,
  isLocked: true,
  isLockedAt: true,
  mayResend: true,
  isHosted: true,
  isRegistrationNotFound: true,
  hasStepMoved: true,
  hasTooManyAttempts: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    updateRegistration: waiting,
    resendRegistrationCode: waiting,
    clock: waiting,
    progressWatch: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    setCode: () => {},
    clearCode: () => {},
    countSentCode: () => {},
    setLock: () => {},
    clearLock: () => {},
    setFormErrors: () => {},
    setNow: () => {},
    setCoolDown: () => {},
    setResendDelay: () => {},
    setAnswer: () => {},
    setOutcome: () => {},
  },
  guards: {
    isCodeComplete: () => guards.isCodeComplete,
    isLocked: () => guards.isLocked,
    isLockedAt: () => guards.isLockedAt,
    mayResend: () => guards.mayResend,
    isHosted: () => guards.isHosted,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasStepMoved: () => guards.hasStepMoved,
    hasTooManyAttempts: () => guards.hasTooManyAttempts,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "verification",
  "initial": "awaitingCode",
  "invoke": {
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
  "on": {
    "TIME_PASSED": {
      "actions": {
        "type": "setNow"
      }
    }
  },
  "states": {
    "awaitingCode": {
      "initial": "entering",
      "invoke": {
        "id": "progressWatch",
        "src": "progressWatch",
        "onDone": {
          "target": "advanced",
          "actions": {
            "type": "setOutcome"
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
      "on": {
        "RESEND": {
          "guard": "mayResend",
          "target": "resending"
        },
        "BACK": {
          "target": "wentBack",
          "actions": {
            "type": "setOutcome",
            "params": {
              "kind": "wentBack"
            }
          }
        }
      },
      "states": {
        "entering": {
          "entry": "clearLock",
          "on": {
            "CODE_CHANGED": {
              "actions": {
                "type": "setCode"
              }
            },
            "SUBMIT": {
              "guard": "isCodeComplete",
              "target": "#verification.verifying"
            }
          }
        },
        "locked": {
          "on": {
            "TIME_PASSED": [
              {
                "guard": {
                  "type": "isLockedAt"
                },
                "actions": {
                  "type": "setNow"
                }
              },
              {
                "target": "entering",
                "actions": {
                  "type": "setNow"
                }
              }
            ]
          }
        }
      }
    },
    "verifying": {
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
            "guard": {
              "type": "hasTooManyAttempts"
            },
            "target": "awaitingCode.locked",
            "actions": [
              "clearCode",
              {
                "type": "setLock"
              },
              {
                "type": "setFormErrors"
              },
              {
                "type": "notify"
              }
            ]
          },
          {
            "target": "awaitingCode",
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
          "target": "awaitingCode",
          "actions": "notifyUnreachable"
        }
      }
    },
    "resending": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "resendRegistrationCode",
        "src": "resendRegistrationCode",
        "onDone": [
          {
            "guard": "isLocked",
            "target": "awaitingCode.locked",
            "actions": [
              {
                "type": "setCoolDown"
              },
              {
                "type": "notify",
                "params": {
                  "kind": "success",
                  "message": {
                    "code": "registrationCodeSent"
                  }
                }
              }
            ]
          },
          {
            "target": "awaitingCode",
            "actions": [
              {
                "type": "setCoolDown"
              },
              "clearCode",
              "countSentCode",
              {
                "type": "notify",
                "params": {
                  "kind": "success",
                  "message": {
                    "code": "registrationCodeSent"
                  }
                }
              }
            ]
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
            "guard": "isLocked",
            "target": "awaitingCode.locked",
            "actions": [
              {
                "type": "setResendDelay"
              },
              {
                "type": "notify"
              }
            ]
          },
          {
            "target": "awaitingCode",
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
        "answer": [
          {
            "guard": "isLocked",
            "target": "awaitingCode.locked",
            "actions": "notifyUnreachable"
          },
          {
            "target": "awaitingCode",
            "actions": "notifyUnreachable"
          }
        ]
      }
    },
    "hosted": {
      "tags": "pending",
      "entry": "clearCode"
    },
    "wentBack": {
      "type": "final",
      "entry": "clearCode"
    },
    "saved": {
      "type": "final",
      "entry": "clearCode"
    },
    "advanced": {
      "type": "final",
      "entry": "clearCode"
    },
    "moved": {
      "type": "final",
      "entry": "clearCode"
    },
    "registrationNotFound": {
      "type": "final",
      "entry": "clearCode"
    }
  }
});
