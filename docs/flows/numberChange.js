/* numberChange: exported from machines/dashboard/numberChange.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasNumber: true,
  isNumberTaken: true,
  isSessionExpired: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    listCountries: waiting,
    readCoverageDictionaries: waiting,
    numberPicker: waiting,
    changeNumber: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    setCountries: () => {},
    setNames: () => {},
    setPickedNumber: () => {},
    clearPickedNumber: () => {},
    setAccount: () => {},
    setSessionExpired: () => {},
    reportNumberTaken: () => {},
  },
  guards: {
    hasNumber: () => guards.hasNumber,
    isNumberTaken: () => guards.isNumberTaken,
    isSessionExpired: () => guards.isSessionExpired,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "numberChange",
  "context": {
    "countries": [],
    "dictionary": {
      "country": {},
      "ddi_type": {},
      "us_state": {}
    },
    "picked": null,
    "outcome": {
      "kind": "closed"
    },
    "problem": null
  },
  "initial": "loadingCountries",
  "states": {
    "loadingCountries": {
      "tags": "pending",
      "invoke": {
        "id": "listCountries",
        "src": "listCountries",
        "onDone": {
          "target": "loadingNames",
          "actions": {
            "type": "setCountries"
          }
        },
        "onError": {
          "target": "failed",
          "actions": {
            "type": "setProblem"
          }
        }
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": "setUnreachable"
        }
      },
      "on": {
        "CLOSE": "closed"
      }
    },
    "loadingNames": {
      "tags": "pending",
      "invoke": {
        "id": "readCoverageDictionaries",
        "src": "readCoverageDictionaries",
        "onDone": {
          "target": "choosing",
          "actions": {
            "type": "setNames"
          }
        },
        "onError": {
          "target": "failed",
          "actions": {
            "type": "setProblem"
          }
        }
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": "setUnreachable"
        }
      },
      "on": {
        "CLOSE": "closed"
      }
    },
    "failed": {
      "exit": "clearProblem",
      "on": {
        "TRY_AGAIN": "loadingCountries",
        "CLOSE": "closed"
      }
    },
    "choosing": {
      "invoke": {
        "id": "numberPicker",
        "src": "numberPicker",
        "onSnapshot": {
          "actions": {
            "type": "setPickedNumber"
          }
        },
        "onDone": {
          "target": "closed",
          "actions": "setSessionExpired"
        },
        "onError": {
          "target": "failed",
          "actions": [
            "clearPickedNumber",
            {
              "type": "setProblem",
              "params": {
                "kind": "error",
                "message": {
                  "code": "somethingWrong"
                }
              }
            }
          ]
        }
      },
      "initial": "open",
      "states": {
        "open": {
          "on": {
            "SUBMIT": {
              "guard": "hasNumber",
              "target": "saving"
            },
            "CLOSE": "#numberChange.closed"
          }
        },
        "saving": {
          "tags": "pending",
          "entry": [
            "clearNotice",
            "clearProblem"
          ],
          "invoke": {
            "id": "changeNumber",
            "src": "changeNumber",
            "onDone": {
              "target": "#numberChange.closed",
              "actions": [
                {
                  "type": "setAccount"
                },
                {
                  "type": "notify",
                  "params": {
                    "kind": "success",
                    "message": {
                      "code": "numberChanged"
                    }
                  }
                }
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#numberChange.closed",
                "actions": "setSessionExpired"
              },
              {
                "guard": {
                  "type": "isNumberTaken"
                },
                "target": "open",
                "actions": [
                  "clearPickedNumber",
                  "reportNumberTaken",
                  {
                    "type": "setProblem"
                  }
                ]
              },
              {
                "target": "open",
                "actions": {
                  "type": "setProblem"
                }
              }
            ]
          },
          "after": {
            "answer": {
              "target": "open",
              "actions": "setUnreachable"
            }
          }
        }
      }
    },
    "closed": {
      "type": "final"
    }
  }
});
