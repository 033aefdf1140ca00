/* mailedLinks: exported from machines/mailedLinks.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  hasLink: true,
  hasConfirmation: true,
  hasDiscount: true,
  isRejectedForGood: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    waitForPerson: waiting,
    confirmCustomer: waiting,
    redeemDiscount: waiting,
  },
  actions: {
    addNotice: () => {},
    removeToken: () => {},
    setEmail: () => {},
  },
  guards: {
    hasLink: () => guards.hasLink,
    hasConfirmation: () => guards.hasConfirmation,
    hasDiscount: () => guards.hasDiscount,
    isRejectedForGood: () => guards.isRejectedForGood,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "mailedLinks",
  "initial": "opening",
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasLink",
          "target": "waiting"
        },
        {
          "target": "followed"
        }
      ]
    },
    "waiting": {
      "invoke": {
        "id": "waitForPerson",
        "src": "waitForPerson",
        "onDone": "following",
        "onError": "following"
      }
    },
    "following": {
      "type": "parallel",
      "onDone": "followed",
      "states": {
        "confirmation": {
          "initial": "opening",
          "states": {
            "opening": {
              "always": [
                {
                  "guard": "hasConfirmation",
                  "target": "confirming"
                },
                {
                  "target": "done"
                }
              ]
            },
            "confirming": {
              "tags": "pending",
              "invoke": {
                "id": "confirmCustomer",
                "src": "confirmCustomer",
                "onDone": {
                  "target": "done",
                  "actions": [
                    {
                      "type": "setEmail"
                    },
                    {
                      "type": "addNotice",
                      "params": {
                        "kind": "success",
                        "message": {
                          "code": "accountConfirmed"
                        }
                      }
                    },
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
                      "type": "isRejectedForGood"
                    },
                    "target": "done",
                    "actions": [
                      {
                        "type": "addNotice"
                      },
                      {
                        "type": "removeToken",
                        "params": {
                          "parameter": "token"
                        }
                      }
                    ]
                  },
                  {
                    "target": "done",
                    "actions": {
                      "type": "addNotice"
                    }
                  }
                ]
              },
              "after": {
                "answer": {
                  "target": "done",
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
            "done": {
              "type": "final"
            }
          }
        },
        "discount": {
          "initial": "opening",
          "states": {
            "opening": {
              "always": [
                {
                  "guard": "hasDiscount",
                  "target": "redeeming"
                },
                {
                  "target": "done"
                }
              ]
            },
            "redeeming": {
              "tags": "pending",
              "invoke": {
                "id": "redeemDiscount",
                "src": "redeemDiscount",
                "onDone": {
                  "target": "done",
                  "actions": [
                    {
                      "type": "addNotice"
                    },
                    {
                      "type": "removeToken",
                      "params": {
                        "parameter": "discount"
                      }
                    }
                  ]
                },
                "onError": [
                  {
                    "guard": {
                      "type": "isRejectedForGood"
                    },
                    "target": "done",
                    "actions": [
                      {
                        "type": "addNotice"
                      },
                      {
                        "type": "removeToken",
                        "params": {
                          "parameter": "discount"
                        }
                      }
                    ]
                  },
                  {
                    "target": "done",
                    "actions": {
                      "type": "addNotice"
                    }
                  }
                ]
              },
              "after": {
                "answer": {
                  "target": "done",
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
            "done": {
              "type": "final"
            }
          }
        }
      }
    },
    "followed": {
      "type": "final"
    }
  }
});
