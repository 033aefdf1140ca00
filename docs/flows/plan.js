/* plan: exported from machines/registration/plan.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, raise, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  includesNumber: true,
  hasBack: true,
  isReady: true,
  isHosted: true,
  isRegistrationNotFound: true,
  hasStepMoved: true,
  isNumberTaken: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    numberPicker: waiting,
    listPackages: waiting,
    updateRegistration: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    setUsers: () => {},
    setAddOns: () => {},
    setChosenAddOns: () => {},
    setPlan: () => {},
    setPackages: () => {},
    setSelection: () => {},
    clearPickedNumber: () => {},
    raiseNumberTaken: raise({"type":"NUMBER_TAKEN"}),
    reportNumberTaken: () => {},
    setSubmitted: () => {},
    setAnswer: () => {},
    setOutcome: () => {},
  },
  guards: {
    includesNumber: () => guards.includesNumber,
    hasBack: () => guards.hasBack,
    isReady: () => guards.isReady,
    isHosted: () => guards.isHosted,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasStepMoved: () => guards.hasStepMoved,
    isNumberTaken: () => guards.isNumberTaken,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "plan",
  "initial": "choosing",
  "states": {
    "choosing": {
      "type": "parallel",
      "states": {
        "prices": {
          "initial": "loading",
          "states": {
            "loading": {
              "tags": "pending",
              "invoke": {
                "id": "listPackages",
                "src": "listPackages",
                "onDone": {
                  "target": "shown",
                  "actions": {
                    "type": "setPackages"
                  }
                },
                "onError": [
                  {
                    "guard": {
                      "type": "isRegistrationNotFound"
                    },
                    "target": "#plan.registrationNotFound",
                    "actions": {
                      "type": "setOutcome"
                    }
                  },
                  {
                    "target": "missing",
                    "actions": {
                      "type": "notify"
                    }
                  }
                ]
              },
              "after": {
                "answer": {
                  "target": "missing",
                  "actions": "notifyUnreachable"
                }
              }
            },
            "missing": {
              "tags": "pricesMissing",
              "exit": "clearNotice",
              "on": {
                "TRY_AGAIN": {
                  "target": "loading"
                }
              }
            },
            "shown": {}
          }
        },
        "number": {
          "initial": "opening",
          "states": {
            "opening": {
              "always": [
                {
                  "guard": "includesNumber",
                  "target": "picking"
                },
                {
                  "target": "skipped"
                }
              ]
            },
            "picking": {
              "on": {
                "NUMBER_TAKEN": {
                  "actions": "reportNumberTaken"
                }
              },
              "invoke": {
                "id": "numberPicker",
                "src": "numberPicker",
                "onSnapshot": {
                  "actions": {
                    "type": "setSelection"
                  }
                },
                "onDone": {
                  "target": "#plan.registrationNotFound",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "broken",
                  "actions": [
                    "clearPickedNumber",
                    {
                      "type": "notify",
                      "params": {
                        "kind": "error",
                        "message": {
                          "code": "somethingWrong"
                        }
                      }
                    }
                  ]
                }
              }
            },
            "broken": {
              "exit": "clearNotice",
              "on": {
                "TRY_AGAIN": {
                  "target": "picking"
                }
              }
            },
            "skipped": {}
          }
        },
        "submission": {
          "initial": "open",
          "states": {
            "open": {
              "on": {
                "USERS_CHANGED": {
                  "actions": {
                    "type": "setUsers"
                  }
                },
                "USERS_ENTERED": {
                  "actions": "setChosenAddOns"
                },
                "ADD_ONS_CHANGED": {
                  "actions": [
                    {
                      "type": "setAddOns"
                    },
                    "setChosenAddOns"
                  ]
                },
                "PLAN_CHOSEN": {
                  "actions": {
                    "type": "setPlan"
                  }
                },
                "SUBMIT": {
                  "guard": "isReady",
                  "target": "saving",
                  "actions": [
                    "setChosenAddOns",
                    "setSubmitted"
                  ]
                },
                "BACK": {
                  "guard": "hasBack",
                  "target": "#plan.wentBack",
                  "actions": {
                    "type": "setOutcome",
                    "params": {
                      "kind": "wentBack"
                    }
                  }
                }
              }
            },
            "saving": {
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
                    "target": "#plan.saved",
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
                    "target": "#plan.registrationNotFound",
                    "actions": {
                      "type": "setOutcome"
                    }
                  },
                  {
                    "guard": {
                      "type": "hasStepMoved"
                    },
                    "target": "#plan.moved",
                    "actions": {
                      "type": "setOutcome"
                    }
                  },
                  {
                    "guard": {
                      "type": "isNumberTaken"
                    },
                    "target": "open",
                    "actions": [
                      "raiseNumberTaken",
                      {
                        "type": "notify"
                      }
                    ]
                  },
                  {
                    "target": "open",
                    "actions": {
                      "type": "notify"
                    }
                  }
                ]
              },
              "after": {
                "answer": {
                  "target": "open",
                  "actions": "notifyUnreachable"
                }
              }
            },
            "hosted": {
              "tags": "pending"
            }
          }
        }
      }
    },
    "wentBack": {
      "type": "final"
    },
    "saved": {
      "type": "final"
    },
    "moved": {
      "type": "final"
    },
    "registrationNotFound": {
      "type": "final"
    }
  }
});
