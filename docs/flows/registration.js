/* registration: exported from machines/registration/registration.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasNoData: true,
  hasToken: true,
  lacksReferenceData: true,
  isCompleted: true,
  isJustCompleted: true,
  hasHostedPage: true,
  hasBankResult: true,
  isAccountClosed: true,
  isAt: true,
  isOtherStep: true,
  isAfterUnsettled: true,
  hasRecord: true,
  needsCardAgain: true,
  isRegistrationNotFound: true,
  hasMoved: true,
  isStepUnchanged: true,
  hasDiscardedInput: true,
  isInvited: true,
  hasJoined: true,
  isChallenged: true,
  hasStartedOwn: true,
  isSaved: true,
  hasNotAdvanced: true,
  needsCookies: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    arrival: waiting,
    readRegistration: waiting,
    openRegistrationSession: waiting,
    account: waiting,
    verification: waiting,
    plan: waiting,
    billing: waiting,
    bankCheck: waiting,
    teamChoice: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    goTo: () => {},
    openSession: () => {},
    storeToken: () => {},
    removeToken: () => {},
    storeUnsavedInput: () => {},
    removeUnsavedInput: () => {},
    showStep: () => {},
    setReferenceData: () => {},
    setRecord: () => {},
    setOutcome: () => {},
    setHostedPage: () => {},
    reopenBilling: () => {},
    setToday: () => {},
    forwardDayToBilling: () => {},
    setShownStep: () => {},
    setUnsavedInput: () => {},
    setUnsettled: () => {},
    setBankResult: () => {},
    clearBankCheck: () => {},
    clearRegistration: () => {},
  },
  guards: {
    hasNoData: () => guards.hasNoData,
    hasToken: () => guards.hasToken,
    lacksReferenceData: () => guards.lacksReferenceData,
    isCompleted: () => guards.isCompleted,
    isJustCompleted: () => guards.isJustCompleted,
    hasHostedPage: () => guards.hasHostedPage,
    hasBankResult: () => guards.hasBankResult,
    isAccountClosed: () => guards.isAccountClosed,
    isAt: () => guards.isAt,
    isOtherStep: () => guards.isOtherStep,
    isAfterUnsettled: () => guards.isAfterUnsettled,
    hasRecord: () => guards.hasRecord,
    needsCardAgain: () => guards.needsCardAgain,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasMoved: () => guards.hasMoved,
    isStepUnchanged: () => guards.isStepUnchanged,
    hasDiscardedInput: () => guards.hasDiscardedInput,
    isInvited: () => guards.isInvited,
    hasJoined: () => guards.hasJoined,
    isChallenged: () => guards.isChallenged,
    hasStartedOwn: () => guards.hasStartedOwn,
    isSaved: () => guards.isSaved,
    hasNotAdvanced: () => guards.hasNotAdvanced,
    needsCookies: () => guards.needsCookies,
  },
  delays: {
    answer: 15000,
    successRead: 1500,
  },
}).createMachine({
  "id": "registration",
  "initial": "opening",
  "on": {
    "DAY_BEGAN": {
      "actions": {
        "type": "setToday"
      }
    }
  },
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasToken",
          "target": "loading"
        },
        {
          "target": "arriving"
        }
      ]
    },
    "loading": {
      "tags": "skeleton",
      "invoke": {
        "id": "arrival",
        "src": "arrival",
        "onDone": [
          {
            "guard": {
              "type": "hasNoData"
            },
            "target": "failed"
          },
          {
            "target": "arriving",
            "actions": [
              {
                "type": "setReferenceData"
              },
              {
                "type": "storeToken"
              }
            ]
          }
        ],
        "onError": {
          "target": "broken"
        }
      }
    },
    "loadingReferenceData": {
      "tags": "skeleton",
      "invoke": {
        "id": "arrival",
        "src": "arrival",
        "input": {
          "token": null
        },
        "onDone": [
          {
            "guard": {
              "type": "hasNoData"
            },
            "target": "failed"
          },
          {
            "target": "arriving",
            "actions": {
              "type": "setReferenceData"
            }
          }
        ],
        "onError": {
          "target": "broken"
        }
      }
    },
    "broken": {
      "entry": {
        "type": "notify",
        "params": {
          "kind": "error",
          "message": {
            "code": "somethingWrong"
          }
        }
      },
      "always": {
        "target": "failed"
      }
    },
    "failed": {
      "tags": "failed",
      "exit": "clearNotice",
      "on": {
        "TRY_AGAIN": {
          "target": "opening"
        },
        "START_AGAIN": {
          "guard": "hasToken",
          "target": "filling",
          "actions": [
            "clearRegistration",
            "removeUnsavedInput",
            {
              "type": "removeToken",
              "params": {
                "parameter": "token"
              }
            }
          ]
        }
      }
    },
    "arriving": {
      "always": [
        {
          "guard": "isJustCompleted",
          "target": "loggingIn"
        },
        {
          "guard": "isCompleted",
          "target": "completed"
        },
        {
          "guard": {
            "type": "isAfterUnsettled"
          },
          "target": "rereading"
        },
        {
          "guard": "isInvited",
          "target": "choosingTeam"
        },
        {
          "guard": "lacksReferenceData",
          "target": "loadingReferenceData"
        },
        {
          "guard": "hasBankResult",
          "target": "filling",
          "actions": [
            {
              "type": "notify"
            },
            "clearBankCheck",
            "storeUnsavedInput"
          ]
        },
        {
          "guard": "hasHostedPage",
          "target": "filling"
        },
        {
          "guard": "isStepUnchanged",
          "target": "filling",
          "actions": {
            "type": "notify"
          }
        },
        {
          "guard": "hasDiscardedInput",
          "target": "filling",
          "actions": {
            "type": "notify",
            "params": {
              "kind": "error",
              "message": {
                "code": "registrationMoved"
              }
            }
          }
        },
        {
          "target": "filling"
        }
      ]
    },
    "filling": {
      "entry": {
        "type": "showStep"
      },
      "exit": "clearNotice",
      "type": "parallel",
      "states": {
        "step": {
          "initial": "opening",
          "states": {
            "opening": {
              "always": [
                {
                  "guard": "isAccountClosed",
                  "target": "readingAccount"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "creatingAccount"
                    }
                  },
                  "target": "creatingAccount"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "verifyingEmail"
                    }
                  },
                  "target": "verifyingEmail"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "confirmingAccount"
                    }
                  },
                  "target": "confirmingAccount"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "choosingPlan"
                    }
                  },
                  "target": "choosingPlan"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "choosingNumber"
                    }
                  },
                  "target": "choosingNumber"
                },
                {
                  "guard": {
                    "type": "isAt",
                    "params": {
                      "state": "choosingPlanAndNumber"
                    }
                  },
                  "target": "choosingPlanAndNumber"
                },
                {
                  "target": "enteringBilling"
                }
              ]
            },
            "creatingAccount": {
              "invoke": {
                "id": "account",
                "src": "account",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsettled"
                    },
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "confirmingAccount": {
              "invoke": {
                "id": "account",
                "src": "account",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsettled"
                    },
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "readingAccount": {
              "invoke": {
                "id": "account",
                "src": "account",
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "verifyingEmail": {
              "invoke": {
                "id": "verification",
                "src": "verification",
                "onSnapshot": {
                  "actions": {
                    "type": "setHostedPage"
                  }
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "choosingPlan": {
              "invoke": {
                "id": "plan",
                "src": "plan",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsettled"
                    },
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "choosingNumber": {
              "invoke": {
                "id": "plan",
                "src": "plan",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsettled"
                    },
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "choosingPlanAndNumber": {
              "invoke": {
                "id": "plan",
                "src": "plan",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsettled"
                    },
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "enteringBilling": {
              "on": {
                "DAY_BEGAN": {
                  "actions": [
                    {
                      "type": "setToday"
                    },
                    "forwardDayToBilling"
                  ]
                }
              },
              "invoke": {
                "id": "billing",
                "src": "billing",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput",
                    {
                      "type": "setHostedPage"
                    }
                  ]
                },
                "onDone": {
                  "target": "left",
                  "actions": {
                    "type": "setOutcome"
                  }
                },
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "left": {
              "type": "final"
            }
          },
          "onDone": {
            "target": "#registration.answered"
          }
        },
        "hostedPage": {
          "initial": "closed",
          "states": {
            "closed": {
              "always": {
                "guard": "hasHostedPage",
                "target": "open"
              },
              "on": {
                "HISTORY_MOVED": [
                  {
                    "guard": {
                      "type": "isAfterUnsettled"
                    },
                    "target": "#registration.rereading"
                  },
                  {
                    "guard": {
                      "type": "isOtherStep"
                    },
                    "target": "#registration.filling",
                    "reenter": true,
                    "actions": {
                      "type": "setShownStep"
                    }
                  },
                  {
                    "actions": {
                      "type": "showStep"
                    }
                  }
                ]
              }
            },
            "open": {
              "entry": {
                "type": "storeToken"
              },
              "invoke": {
                "id": "bankCheck",
                "src": "bankCheck",
                "onSnapshot": {
                  "actions": [
                    {
                      "type": "setUnsavedInput"
                    },
                    "storeUnsavedInput"
                  ]
                },
                "onDone": [
                  {
                    "guard": {
                      "type": "hasRecord"
                    },
                    "target": "read",
                    "actions": [
                      {
                        "type": "setBankResult"
                      },
                      {
                        "type": "setRecord"
                      }
                    ]
                  },
                  {
                    "guard": "hasToken",
                    "target": "reading",
                    "actions": {
                      "type": "setBankResult"
                    }
                  },
                  {
                    "target": "#registration.arriving",
                    "actions": {
                      "type": "setBankResult"
                    }
                  }
                ],
                "onError": {
                  "target": "#registration.broken"
                }
              }
            },
            "reading": {
              "invoke": {
                "id": "readRegistration",
                "src": "readRegistration",
                "onDone": {
                  "target": "read",
                  "actions": {
                    "type": "setRecord"
                  }
                },
                "onError": {
                  "target": "#registration.failed",
                  "actions": [
                    {
                      "type": "removeToken",
                      "params": {
                        "parameter": "token"
                      }
                    },
                    {
                      "type": "notify"
                    }
                  ]
                }
              },
              "after": {
                "answer": {
                  "target": "#registration.failed",
                  "actions": [
                    {
                      "type": "removeToken",
                      "params": {
                        "parameter": "token"
                      }
                    },
                    "notifyUnreachable"
                  ]
                }
              }
            },
            "read": {
              "always": [
                {
                  "guard": "needsCardAgain",
                  "target": "closed",
                  "actions": [
                    {
                      "type": "notify"
                    },
                    "clearBankCheck",
                    "storeUnsavedInput",
                    "reopenBilling",
                    {
                      "type": "showStep"
                    }
                  ]
                },
                {
                  "target": "#registration.arriving"
                }
              ]
            }
          }
        }
      }
    },
    "choosingTeam": {
      "on": {
        "HISTORY_MOVED": {
          "actions": {
            "type": "showStep"
          }
        }
      },
      "invoke": {
        "id": "teamChoice",
        "src": "teamChoice",
        "onDone": {
          "target": "answered",
          "actions": {
            "type": "setOutcome"
          }
        },
        "onError": {
          "target": "broken"
        }
      }
    },
    "answered": {
      "always": [
        {
          "guard": "isRegistrationNotFound",
          "target": "registrationNotFound"
        },
        {
          "guard": "hasMoved",
          "target": "rereading"
        },
        {
          "guard": "hasJoined",
          "target": "joinedTeam"
        },
        {
          "guard": "isChallenged",
          "target": "challenged"
        },
        {
          "guard": "hasStartedOwn",
          "target": "arriving",
          "actions": "storeUnsavedInput"
        },
        {
          "guard": "hasNotAdvanced",
          "target": "arriving",
          "actions": [
            {
              "type": "storeToken"
            },
            "storeUnsavedInput",
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
        },
        {
          "guard": "isSaved",
          "target": "arriving",
          "actions": [
            {
              "type": "storeToken"
            },
            "storeUnsavedInput"
          ]
        },
        {
          "target": "arriving"
        }
      ]
    },
    "rereading": {
      "tags": "pending",
      "invoke": {
        "id": "readRegistration",
        "src": "readRegistration",
        "onDone": {
          "target": "arriving",
          "actions": {
            "type": "setRecord"
          }
        },
        "onError": {
          "target": "failed",
          "actions": [
            {
              "type": "removeToken",
              "params": {
                "parameter": "token"
              }
            },
            {
              "type": "notify"
            }
          ]
        }
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": [
            {
              "type": "removeToken",
              "params": {
                "parameter": "token"
              }
            },
            "notifyUnreachable"
          ]
        }
      }
    },
    "loggingIn": {
      "tags": [
        "pending",
        "started"
      ],
      "entry": [
        "removeUnsavedInput",
        {
          "type": "notify",
          "params": {
            "kind": "success",
            "message": {
              "code": "registrationSuccessful"
            }
          }
        }
      ],
      "invoke": {
        "id": "openRegistrationSession",
        "src": "openRegistrationSession",
        "onDone": {
          "target": "showingSuccess",
          "actions": {
            "type": "openSession"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "needsCookies"
            },
            "target": "notLoggedIn",
            "actions": {
              "type": "notify"
            }
          },
          {
            "target": "notLoggedIn",
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
        ]
      },
      "after": {
        "answer": {
          "target": "notLoggedIn",
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
      }
    },
    "showingSuccess": {
      "tags": "started",
      "after": {
        "successRead": {
          "target": "loggedIn"
        }
      }
    },
    "notLoggedIn": {
      "tags": "started",
      "on": {
        "LOG_IN": {
          "target": "completed"
        }
      }
    },
    "registrationNotFound": {
      "tags": "failed",
      "entry": [
        {
          "type": "removeToken",
          "params": {
            "parameter": "token"
          }
        },
        "removeUnsavedInput",
        {
          "type": "notify"
        }
      ],
      "exit": "clearNotice",
      "on": {
        "START_AGAIN": {
          "target": "filling",
          "actions": "clearRegistration"
        }
      }
    },
    "completed": {
      "type": "final",
      "entry": [
        "removeUnsavedInput",
        {
          "type": "goTo",
          "params": {
            "family": "login"
          }
        }
      ]
    },
    "joinedTeam": {
      "type": "final",
      "entry": [
        "removeUnsavedInput",
        {
          "type": "goTo",
          "params": {
            "family": "dashboard"
          }
        }
      ]
    },
    "challenged": {
      "type": "final",
      "entry": [
        "removeUnsavedInput",
        {
          "type": "goTo",
          "params": {
            "family": "login2fa"
          }
        }
      ]
    },
    "loggedIn": {
      "type": "final",
      "entry": {
        "type": "goTo",
        "params": {
          "family": "dashboard"
        }
      }
    }
  }
});
