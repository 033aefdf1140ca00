/* dashboard: exported from machines/dashboard/dashboard.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isSessionExpired: true,
  isSignUpOpen: true,
  isNotOffered: true,
  isSignUpOver: true,
  hasSessionExpired: true,
  hasChanged: true,
  isRenewed: true,
  isStale: true,
  isNew: true,
  mayOpenPanel: true,
  hasPassword: true,
  mayChangeNumber: true,
  mayChangeOrder: true,
  mayResume: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readAccount: waiting,
    resumeRegistration: waiting,
    logOut: waiting,
    team: waiting,
    sessions: waiting,
    numberChange: waiting,
    userCount: waiting,
    cancellation: waiting,
    secondFactor: waiting,
    passwordChange: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    closeSession: () => {},
    goTo: () => {},
    goToRegistration: () => {},
    leaveFor: () => {},
    setAccount: () => {},
    setOutcome: () => {},
    markStale: () => {},
    markFresh: () => {},
    clearProblem: () => {},
    setSaving: () => {},
    clearSaving: () => {},
    refreshSessions: () => {},
    dismissGreeting: () => {},
    rememberGreeted: () => {},
  },
  guards: {
    isSessionExpired: () => guards.isSessionExpired,
    isSignUpOpen: () => guards.isSignUpOpen,
    isNotOffered: () => guards.isNotOffered,
    isSignUpOver: () => guards.isSignUpOver,
    hasSessionExpired: () => guards.hasSessionExpired,
    hasChanged: () => guards.hasChanged,
    isRenewed: () => guards.isRenewed,
    isStale: () => guards.isStale,
    isNew: () => guards.isNew,
    mayOpenPanel: () => guards.mayOpenPanel,
    hasPassword: () => guards.hasPassword,
    mayChangeNumber: () => guards.mayChangeNumber,
    mayChangeOrder: () => guards.mayChangeOrder,
    mayResume: () => guards.mayResume,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "dashboard",
  "initial": "loading",
  "states": {
    "loading": {
      "tags": "pending",
      "invoke": {
        "id": "readAccount",
        "src": "readAccount",
        "input": {},
        "onDone": {
          "target": "ready",
          "actions": {
            "type": "setAccount"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "guard": {
              "type": "isSignUpOpen"
            },
            "target": "signUpOpen"
          },
          {
            "guard": {
              "type": "isNotOffered"
            },
            "target": "withoutAccount"
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
      },
      "on": {
        "LOG_OUT": "loggingOut"
      }
    },
    "failed": {
      "exit": "clearNotice",
      "on": {
        "TRY_AGAIN": "loading",
        "LOG_OUT": "loggingOut"
      }
    },
    "withoutAccount": {
      "on": {
        "LOG_OUT": "loggingOut"
      }
    },
    "signUpOpen": {
      "on": {
        "FINISH_SIGN_UP": "resuming",
        "LOG_OUT": "loggingOut"
      }
    },
    "resuming": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "resumeRegistration",
        "src": "resumeRegistration",
        "input": {},
        "onDone": {
          "target": "resumed",
          "actions": {
            "type": "goToRegistration"
          }
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "guard": {
              "type": "isSignUpOver"
            },
            "target": "loading"
          },
          {
            "target": "signUpOpen",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "signUpOpen",
          "actions": "notifyUnreachable"
        }
      },
      "on": {
        "LOG_OUT": "loggingOut"
      }
    },
    "resumed": {
      "type": "final"
    },
    "ready": {
      "invoke": [
        {
          "id": "team",
          "src": "team",
          "onDone": "sessionExpired",
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
        {
          "id": "sessions",
          "src": "sessions",
          "onDone": "sessionExpired",
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
        }
      ],
      "on": {
        "LOG_OUT": "loggingOut",
        "REFRESH": {
          "actions": "markStale"
        },
        "DISMISS_GREETING": {
          "guard": "isNew",
          "actions": [
            "dismissGreeting",
            {
              "type": "rememberGreeted"
            }
          ]
        },
        "CHANGE_NUMBER": {
          "guard": "mayChangeNumber",
          "target": ".changingNumber"
        },
        "CHANGE_USERS": {
          "guard": "mayChangeOrder",
          "target": ".changingUsers"
        },
        "CANCEL_TRIAL": {
          "guard": "mayChangeOrder",
          "target": ".cancelling"
        },
        "RESUME_TRIAL": {
          "guard": "mayResume",
          "target": ".cancelling"
        },
        "SWITCH_SECOND_FACTOR": {
          "guard": "hasPassword",
          "target": ".switchingSecondFactor"
        },
        "CHANGE_PASSWORD": {
          "guard": "mayOpenPanel",
          "target": ".changingPassword"
        }
      },
      "initial": "overview",
      "states": {
        "overview": {
          "entry": "clearSaving",
          "always": {
            "guard": "isStale",
            "target": "refreshing"
          }
        },
        "refreshing": {
          "invoke": {
            "id": "readAccount",
            "src": "readAccount",
            "input": {},
            "onDone": {
              "target": "overview",
              "actions": {
                "type": "setAccount"
              }
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "target": "overview",
                "actions": [
                  "markFresh",
                  {
                    "type": "notify"
                  }
                ]
              }
            ]
          },
          "after": {
            "answer": {
              "target": "overview",
              "actions": [
                "markFresh",
                "notifyUnreachable"
              ]
            }
          }
        },
        "changingNumber": {
          "invoke": {
            "id": "numberChange",
            "src": "numberChange",
            "onSnapshot": {
              "actions": {
                "type": "setSaving"
              }
            },
            "onDone": [
              {
                "guard": {
                  "type": "hasSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "target": "overview",
                "actions": {
                  "type": "setOutcome"
                }
              }
            ],
            "onError": {
              "target": "overview",
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
        "changingUsers": {
          "invoke": {
            "id": "userCount",
            "src": "userCount",
            "onSnapshot": {
              "actions": {
                "type": "setSaving"
              }
            },
            "onDone": [
              {
                "guard": {
                  "type": "hasSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "target": "overview",
                "actions": {
                  "type": "setOutcome"
                }
              }
            ],
            "onError": {
              "target": "overview",
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
        "cancelling": {
          "entry": "clearProblem",
          "invoke": {
            "id": "cancellation",
            "src": "cancellation",
            "onSnapshot": {
              "actions": {
                "type": "setSaving"
              }
            },
            "onDone": [
              {
                "guard": {
                  "type": "hasSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "target": "overview",
                "actions": {
                  "type": "setOutcome"
                }
              }
            ],
            "onError": {
              "target": "overview",
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
        "switchingSecondFactor": {
          "invoke": {
            "id": "secondFactor",
            "src": "secondFactor",
            "onSnapshot": {
              "actions": {
                "type": "setSaving"
              }
            },
            "onDone": [
              {
                "guard": {
                  "type": "hasSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "guard": {
                  "type": "hasChanged"
                },
                "target": "overview",
                "actions": [
                  {
                    "type": "setOutcome"
                  },
                  "refreshSessions"
                ]
              },
              {
                "target": "overview",
                "actions": {
                  "type": "setOutcome"
                }
              }
            ],
            "onError": {
              "target": "overview",
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
        "changingPassword": {
          "invoke": {
            "id": "passwordChange",
            "src": "passwordChange",
            "onSnapshot": {
              "actions": {
                "type": "setSaving"
              }
            },
            "onDone": [
              {
                "guard": {
                  "type": "hasSessionExpired"
                },
                "target": "#dashboard.sessionExpired"
              },
              {
                "guard": {
                  "type": "isRenewed"
                },
                "target": "#dashboard.ready",
                "reenter": true
              },
              {
                "target": "overview"
              }
            ],
            "onError": {
              "target": "overview",
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
        }
      }
    },
    "loggingOut": {
      "tags": "pending",
      "invoke": {
        "id": "logOut",
        "src": "logOut",
        "input": {},
        "onDone": "loggedOut",
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "loggedOut"
          },
          {
            "guard": {
              "type": "isNotOffered"
            },
            "target": "loggedOut"
          },
          {
            "target": "loggedOutHere"
          }
        ]
      },
      "after": {
        "answer": "loggedOutHere"
      }
    },
    "loggedOut": {
      "type": "final",
      "entry": [
        "closeSession",
        {
          "type": "leaveFor",
          "params": {
            "family": "login"
          }
        }
      ]
    },
    "loggedOutHere": {
      "type": "final",
      "entry": [
        "closeSession",
        {
          "type": "notify",
          "params": {
            "kind": "error",
            "message": {
              "code": "loggedOutHere"
            }
          }
        },
        {
          "type": "goTo",
          "params": {
            "family": "login"
          }
        }
      ]
    },
    "sessionExpired": {
      "type": "final",
      "entry": [
        "closeSession",
        {
          "type": "notify",
          "params": {
            "kind": "error",
            "message": {
              "code": "sessionEnded"
            }
          }
        },
        {
          "type": "goTo",
          "params": {
            "family": "login"
          }
        }
      ]
    }
  }
});
