/* numberPicker: exported from machines/registration/numberPicker.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** What each guard says; change a value before you send an event. */
export const guards = {
  isOffered: true,
  isRestoring: true,
  hasSavedNumber: true,
  wants: true,
  wantsOffered: true,
  asksForState: true,
  isOnlyArea: true,
  hasType: true,
  hasArea: true,
  isRegistrationNotFound: true,
  isSessionExpired: true,
  isEmpty: true,
  isEmptyAmongOthers: true,
  isEmptyWithMoreToTry: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readCoverage: waiting,
    listNumberTypes: waiting,
    listAreas: waiting,
    listNumbers: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    removeToken: () => {},
    storeToken: () => {},
    setChoice: () => {},
    setPendingRestore: () => {},
    setPlace: () => {},
    clearPendingRestore: () => {},
    clearNumber: () => {},
    offerTypes: () => {},
    offerStates: () => {},
    offerAreas: () => {},
    setOnlyArea: () => {},
    offerNumbers: () => {},
    hintUnreadable: () => {},
    hintRestocking: () => {},
    setAreasToTry: () => {},
    dropArea: () => {},
    setNextBestNumber: () => {},
  },
  guards: {
    isOffered: () => guards.isOffered,
    isRestoring: () => guards.isRestoring,
    hasSavedNumber: () => guards.hasSavedNumber,
    wants: () => guards.wants,
    wantsOffered: () => guards.wantsOffered,
    asksForState: () => guards.asksForState,
    isOnlyArea: () => guards.isOnlyArea,
    hasType: () => guards.hasType,
    hasArea: () => guards.hasArea,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    isSessionExpired: () => guards.isSessionExpired,
    isEmpty: () => guards.isEmpty,
    isEmptyAmongOthers: () => guards.isEmptyAmongOthers,
    isEmptyWithMoreToTry: () => guards.isEmptyWithMoreToTry,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "numberPicker",
  "initial": "opening",
  "on": {
    "COUNTRY_CHOSEN": {
      "guard": {
        "type": "isOffered"
      },
      "target": ".loadingTypes",
      "actions": [
        {
          "type": "setChoice"
        },
        "clearPendingRestore"
      ]
    },
    "TYPE_CHOSEN": {
      "guard": {
        "type": "isOffered"
      },
      "target": ".openingType",
      "actions": [
        {
          "type": "setChoice"
        },
        "clearPendingRestore"
      ]
    },
    "STATE_CHOSEN": {
      "guard": {
        "type": "isOffered"
      },
      "target": ".loadingAreas",
      "actions": [
        {
          "type": "setChoice"
        },
        "clearPendingRestore"
      ]
    },
    "AREA_CHOSEN": {
      "guard": {
        "type": "isOffered"
      },
      "target": ".loadingNumbers",
      "actions": [
        {
          "type": "setChoice"
        },
        "clearPendingRestore"
      ]
    },
    "NUMBER_CHOSEN": {
      "guard": {
        "type": "isOffered"
      },
      "target": ".chosen",
      "actions": [
        {
          "type": "setChoice"
        },
        "clearPendingRestore"
      ]
    },
    "NUMBER_TAKEN": {
      "guard": "hasArea",
      "target": ".loadingNumbers",
      "actions": [
        "clearNumber",
        "clearPendingRestore"
      ]
    }
  },
  "states": {
    "opening": {
      "always": [
        {
          "guard": "hasSavedNumber",
          "target": "readingPlace"
        },
        {
          "guard": {
            "type": "wantsOffered",
            "params": {
              "level": "country"
            }
          },
          "target": "loadingTypes",
          "actions": {
            "type": "setPendingRestore",
            "params": {
              "level": "country"
            }
          }
        },
        {
          "guard": {
            "type": "wants",
            "params": {
              "level": "country"
            }
          },
          "target": "choosingCountry",
          "actions": [
            "hintUnreadable",
            "clearPendingRestore"
          ]
        },
        {
          "target": "choosingCountry"
        }
      ]
    },
    "readingPlace": {
      "tags": "pending",
      "invoke": {
        "id": "readCoverage",
        "src": "readCoverage",
        "onDone": {
          "target": "opening",
          "actions": {
            "type": "setPlace"
          }
        },
        "onError": {
          "target": "failing",
          "actions": {
            "type": "notify"
          }
        }
      },
      "after": {
        "answer": {
          "target": "failing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "choosingCountry": {},
    "loadingTypes": {
      "tags": "pending",
      "invoke": {
        "id": "listNumberTypes",
        "src": "listNumberTypes",
        "onDone": {
          "target": "openingTypes",
          "actions": {
            "type": "offerTypes"
          }
        },
        "onError": {
          "target": "failing",
          "actions": {
            "type": "notify"
          }
        }
      },
      "after": {
        "answer": {
          "target": "failing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "openingTypes": {
      "always": [
        {
          "guard": {
            "type": "wantsOffered",
            "params": {
              "level": "type"
            }
          },
          "target": "openingType",
          "actions": {
            "type": "setPendingRestore",
            "params": {
              "level": "type"
            }
          }
        },
        {
          "guard": {
            "type": "wants",
            "params": {
              "level": "type"
            }
          },
          "target": "choosingType",
          "actions": [
            "hintUnreadable",
            "clearPendingRestore"
          ]
        },
        {
          "target": "choosingType",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingType": {},
    "openingType": {
      "always": [
        {
          "guard": "asksForState",
          "target": "openingStates",
          "actions": "offerStates"
        },
        {
          "target": "loadingAreas"
        }
      ]
    },
    "openingStates": {
      "always": [
        {
          "guard": {
            "type": "wantsOffered",
            "params": {
              "level": "state"
            }
          },
          "target": "loadingAreas",
          "actions": {
            "type": "setPendingRestore",
            "params": {
              "level": "state"
            }
          }
        },
        {
          "guard": {
            "type": "wants",
            "params": {
              "level": "state"
            }
          },
          "target": "choosingState",
          "actions": [
            "hintUnreadable",
            "clearPendingRestore"
          ]
        },
        {
          "target": "choosingState",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingState": {},
    "loadingAreas": {
      "tags": "pending",
      "invoke": {
        "id": "listAreas",
        "src": "listAreas",
        "onDone": [
          {
            "guard": {
              "type": "isOnlyArea"
            },
            "target": "loadingNumbers",
            "actions": [
              {
                "type": "offerAreas"
              },
              "setOnlyArea"
            ]
          },
          {
            "target": "openingAreas",
            "actions": {
              "type": "offerAreas"
            }
          }
        ],
        "onError": {
          "target": "failing",
          "actions": {
            "type": "notify"
          }
        }
      },
      "after": {
        "answer": {
          "target": "failing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "openingAreas": {
      "always": [
        {
          "guard": {
            "type": "wantsOffered",
            "params": {
              "level": "area"
            }
          },
          "target": "loadingNumbers",
          "actions": {
            "type": "setPendingRestore",
            "params": {
              "level": "area"
            }
          }
        },
        {
          "guard": {
            "type": "wants",
            "params": {
              "level": "area"
            }
          },
          "target": "choosingArea",
          "actions": [
            "hintUnreadable",
            "clearPendingRestore"
          ]
        },
        {
          "target": "choosingArea",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingArea": {},
    "loadingNumbers": {
      "tags": "pending",
      "invoke": {
        "id": "listNumbers",
        "src": "listNumbers",
        "onDone": [
          {
            "guard": {
              "type": "isEmptyAmongOthers"
            },
            "target": "restocking",
            "actions": [
              "hintRestocking",
              "clearPendingRestore",
              "setAreasToTry"
            ]
          },
          {
            "guard": {
              "type": "isEmpty"
            },
            "target": "outOfStock",
            "actions": [
              "hintRestocking",
              "clearPendingRestore"
            ]
          },
          {
            "target": "openingNumbers",
            "actions": {
              "type": "offerNumbers"
            }
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "isRegistrationNotFound"
            },
            "target": "registrationNotFound"
          },
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "target": "failing",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "failing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "restocking": {
      "tags": "pending",
      "invoke": {
        "id": "listNumbers",
        "src": "listNumbers",
        "onDone": [
          {
            "guard": {
              "type": "isEmptyWithMoreToTry"
            },
            "target": "restocking",
            "reenter": true,
            "actions": "dropArea"
          },
          {
            "guard": {
              "type": "isEmpty"
            },
            "target": "outOfStock"
          },
          {
            "target": "chosen",
            "actions": {
              "type": "setNextBestNumber"
            }
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "isRegistrationNotFound"
            },
            "target": "registrationNotFound"
          },
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "sessionExpired"
          },
          {
            "target": "failing",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "failing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "outOfStock": {},
    "openingNumbers": {
      "always": [
        {
          "guard": {
            "type": "wantsOffered",
            "params": {
              "level": "number"
            }
          },
          "target": "chosen",
          "actions": [
            {
              "type": "setPendingRestore",
              "params": {
                "level": "number"
              }
            },
            "clearPendingRestore"
          ]
        },
        {
          "guard": {
            "type": "wants",
            "params": {
              "level": "number"
            }
          },
          "target": "choosingNumber",
          "actions": [
            "hintUnreadable",
            "clearPendingRestore"
          ]
        },
        {
          "target": "choosingNumber",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingNumber": {},
    "chosen": {},
    "failing": {
      "always": [
        {
          "guard": "isRestoring",
          "target": "missing",
          "actions": [
            "hintUnreadable",
            "removeToken"
          ]
        },
        {
          "target": "missing"
        }
      ]
    },
    "missing": {
      "tags": "failed",
      "exit": "clearNotice",
      "on": {
        "TRY_AGAIN": {
          "target": "tryingAgain",
          "actions": {
            "type": "storeToken"
          }
        }
      }
    },
    "registrationNotFound": {
      "type": "final"
    },
    "sessionExpired": {
      "type": "final"
    },
    "tryingAgain": {
      "always": [
        {
          "guard": "hasSavedNumber",
          "target": "readingPlace"
        },
        {
          "guard": "hasArea",
          "target": "loadingNumbers"
        },
        {
          "guard": "hasType",
          "target": "loadingAreas"
        },
        {
          "target": "loadingTypes"
        }
      ]
    }
  }
});
