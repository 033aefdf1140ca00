/* billing: exported from machines/registration/billing.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isUnpriced: true,
  hasNumber: true,
  arePricesShown: true,
  isIncomplete: true,
  isHosted: true,
  isOver: true,
  isAnswered: true,
  isRegistrationNotFound: true,
  hasStepMoved: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    listPackages: waiting,
    readCoverage: waiting,
    listNumbers: waiting,
    updateRegistration: waiting,
    progressWatch: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    removeToken: () => {},
    storeToken: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    toggleCompany: () => {},
    setToday: () => {},
    setPackages: () => {},
    setArea: () => {},
    setNumberFees: () => {},
    setFormErrors: () => {},
    clearSecurityCode: () => {},
    clearCard: () => {},
    setCardSent: () => {},
    setAnswer: () => {},
    setOutcome: () => {},
    clearOutcome: () => {},
  },
  guards: {
    isUnpriced: () => guards.isUnpriced,
    hasNumber: () => guards.hasNumber,
    arePricesShown: () => guards.arePricesShown,
    isIncomplete: () => guards.isIncomplete,
    isHosted: () => guards.isHosted,
    isOver: () => guards.isOver,
    isAnswered: () => guards.isAnswered,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasStepMoved: () => guards.hasStepMoved,
  },
  delays: {
    answer: 15000,
    card: 60000,
  },
}).createMachine({
  "id": "billing",
  "initial": "editing",
  "on": {
    "DAY_BEGAN": {
      "actions": {
        "type": "setToday"
      }
    }
  },
  "states": {
    "editing": {
      "type": "parallel",
      "states": {
        "prices": {
          "initial": "loadingPackages",
          "states": {
            "loadingPackages": {
              "invoke": {
                "id": "listPackages",
                "src": "listPackages",
                "onDone": [
                  {
                    "guard": "hasNumber",
                    "target": "readingPlace",
                    "actions": {
                      "type": "setPackages"
                    }
                  },
                  {
                    "guard": {
                      "type": "isUnpriced"
                    },
                    "target": "missing"
                  },
                  {
                    "target": "shown",
                    "actions": {
                      "type": "setPackages"
                    }
                  }
                ],
                "onError": [
                  {
                    "guard": {
                      "type": "isRegistrationNotFound"
                    },
                    "target": "#billing.registrationNotFound",
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
            "readingPlace": {
              "invoke": {
                "id": "readCoverage",
                "src": "readCoverage",
                "onDone": {
                  "target": "loadingNumberPrices",
                  "actions": {
                    "type": "setArea"
                  }
                },
                "onError": [
                  {
                    "guard": {
                      "type": "isAnswered"
                    },
                    "target": "missing",
                    "actions": [
                      "removeToken",
                      {
                        "type": "notify"
                      }
                    ]
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
            "loadingNumberPrices": {
              "invoke": {
                "id": "listNumbers",
                "src": "listNumbers",
                "onDone": [
                  {
                    "guard": {
                      "type": "isUnpriced"
                    },
                    "target": "missing"
                  },
                  {
                    "target": "shown",
                    "actions": {
                      "type": "setNumberFees"
                    }
                  }
                ],
                "onError": [
                  {
                    "guard": {
                      "type": "isAnswered"
                    },
                    "target": "missing",
                    "actions": [
                      "removeToken",
                      {
                        "type": "notify"
                      }
                    ]
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
                  "target": "loadingPackages",
                  "actions": {
                    "type": "storeToken"
                  }
                }
              }
            },
            "shown": {}
          }
        },
        "submission": {
          "initial": "open",
          "states": {
            "open": {
              "invoke": {
                "id": "progressWatch",
                "src": "progressWatch",
                "onDone": {
                  "target": "#billing.advanced",
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
                "COMPANY_TOGGLED": {
                  "actions": "toggleCompany"
                },
                "SUBMIT": [
                  {
                    "guard": "isIncomplete",
                    "actions": "checkForm"
                  },
                  {
                    "guard": "arePricesShown",
                    "target": "saving",
                    "actions": [
                      "checkForm",
                      "setCardSent"
                    ]
                  }
                ],
                "BACK": {
                  "target": "#billing.wentBack",
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
                    "guard": {
                      "type": "isOver"
                    },
                    "target": "#billing.saved",
                    "actions": {
                      "type": "setAnswer"
                    }
                  },
                  {
                    "target": "open",
                    "actions": [
                      "clearSecurityCode",
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
                ],
                "onError": [
                  {
                    "guard": {
                      "type": "isRegistrationNotFound"
                    },
                    "target": "#billing.registrationNotFound",
                    "actions": {
                      "type": "setOutcome"
                    }
                  },
                  {
                    "guard": {
                      "type": "hasStepMoved"
                    },
                    "target": "#billing.moved",
                    "actions": {
                      "type": "setOutcome"
                    }
                  },
                  {
                    "target": "open",
                    "actions": [
                      "clearSecurityCode",
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
                "card": {
                  "target": "open",
                  "actions": [
                    "clearSecurityCode",
                    "notifyUnreachable"
                  ]
                }
              }
            },
            "hosted": {
              "tags": "pending",
              "entry": "clearSecurityCode",
              "on": {
                "PAGE_CLOSED": {
                  "target": "open",
                  "actions": "clearOutcome"
                }
              }
            }
          }
        }
      }
    },
    "wentBack": {
      "type": "final",
      "entry": "clearCard"
    },
    "saved": {
      "type": "final",
      "entry": "clearCard"
    },
    "moved": {
      "type": "final",
      "entry": "clearCard"
    },
    "advanced": {
      "type": "final",
      "entry": "clearCard"
    },
    "registrationNotFound": {
      "type": "final",
      "entry": "clearCard"
    }
  }
});
