/* arrival: exported from machines/registration/arrival.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasToken: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readDictionaries: waiting,
    readCoverageDictionaries: waiting,
    listCountries: waiting,
    readRegistration: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    removeToken: () => {},
    setDictionary: () => {},
    setOfferedNames: () => {},
    setCountries: () => {},
    setRecord: () => {},
  },
  guards: {
    hasToken: () => guards.hasToken,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "arrival",
  "initial": "loading",
  "states": {
    "loading": {
      "type": "parallel",
      "states": {
        "dictionaries": {
          "initial": "reading",
          "states": {
            "reading": {
              "invoke": {
                "id": "readDictionaries",
                "src": "readDictionaries",
                "onDone": {
                  "target": "read",
                  "actions": {
                    "type": "setDictionary"
                  }
                },
                "onError": {
                  "target": "#arrival.failed",
                  "actions": {
                    "type": "notify"
                  }
                }
              },
              "after": {
                "answer": {
                  "target": "#arrival.failed",
                  "actions": "notifyUnreachable"
                }
              }
            },
            "read": {
              "type": "final"
            }
          }
        },
        "offeredNames": {
          "initial": "reading",
          "states": {
            "reading": {
              "invoke": {
                "id": "readCoverageDictionaries",
                "src": "readCoverageDictionaries",
                "onDone": {
                  "target": "read",
                  "actions": {
                    "type": "setOfferedNames"
                  }
                },
                "onError": {
                  "target": "#arrival.failed",
                  "actions": {
                    "type": "notify"
                  }
                }
              },
              "after": {
                "answer": {
                  "target": "#arrival.failed",
                  "actions": "notifyUnreachable"
                }
              }
            },
            "read": {
              "type": "final"
            }
          }
        },
        "countries": {
          "initial": "reading",
          "states": {
            "reading": {
              "invoke": {
                "id": "listCountries",
                "src": "listCountries",
                "onDone": {
                  "target": "read",
                  "actions": {
                    "type": "setCountries"
                  }
                },
                "onError": {
                  "target": "#arrival.failed",
                  "actions": {
                    "type": "notify"
                  }
                }
              },
              "after": {
                "answer": {
                  "target": "#arrival.failed",
                  "actions": "notifyUnreachable"
                }
              }
            },
            "read": {
              "type": "final"
            }
          }
        },
        "registration": {
          "initial": "opening",
          "states": {
            "opening": {
              "always": [
                {
                  "guard": "hasToken",
                  "target": "reading"
                },
                {
                  "target": "read"
                }
              ]
            },
            "reading": {
              "invoke": {
                "id": "readRegistration",
                "src": "readRegistration",
                "onDone": {
                  "target": "read",
                  "actions": [
                    {
                      "type": "setRecord"
                    }
                  ]
                },
                "onError": {
                  "target": "#arrival.failed",
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
                  "target": "#arrival.failed",
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
              "type": "final"
            }
          }
        }
      },
      "onDone": {
        "target": "arrived"
      }
    },
    "arrived": {
      "type": "final"
    },
    "failed": {
      "type": "final",
      "output": null
    }
  }
});
