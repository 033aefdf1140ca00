/* numberPicker: exported from machines/registration/numberPicker.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isOffered: true,
  isRestoring: true,
  hasSavedNumber: true,
  isRestoringLevel: true,
  canRestore: true,
  canSuggest: true,
  requiresState: true,
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
    restoreChoice: () => {},
    suggestChoice: () => {},
    setPendingRestore: () => {},
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
    isRestoringLevel: () => guards.isRestoringLevel,
    canRestore: () => guards.canRestore,
    canSuggest: () => guards.canSuggest,
    requiresState: () => guards.requiresState,
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
      "target": ".checkingType",
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
      "target": ".numberChosen",
      "actions": {
        "type": "setChoice"
      }
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
          "target": "restoringCountry"
        }
      ]
    },
    "readingPlace": {
      "tags": "pending",
      "invoke": {
        "id": "readCoverage",
        "src": "readCoverage",
        "onDone": {
          "target": "restoringCountry",
          "actions": {
            "type": "setPendingRestore"
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
    "restoringCountry": {
      "always": [
        {
          "guard": {
            "type": "canRestore",
            "params": {
              "level": "country"
            }
          },
          "target": "loadingTypes",
          "actions": {
            "type": "restoreChoice",
            "params": {
              "level": "country"
            }
          }
        },
        {
          "guard": {
            "type": "isRestoringLevel",
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
          "guard": {
            "type": "canSuggest",
            "params": {
              "level": "country"
            }
          },
          "target": "loadingTypes",
          "actions": {
            "type": "suggestChoice",
            "params": {
              "level": "country"
            }
          }
        },
        {
          "target": "choosingCountry",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingCountry": {},
    "loadingTypes": {
      "tags": "pending",
      "invoke": {
        "id": "listNumberTypes",
        "src": "listNumberTypes",
        "onDone": {
          "target": "restoringType",
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
    "restoringType": {
      "always": [
        {
          "guard": {
            "type": "canRestore",
            "params": {
              "level": "type"
            }
          },
          "target": "checkingType",
          "actions": {
            "type": "restoreChoice",
            "params": {
              "level": "type"
            }
          }
        },
        {
          "guard": {
            "type": "isRestoringLevel",
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
          "guard": {
            "type": "canSuggest",
            "params": {
              "level": "type"
            }
          },
          "target": "checkingType",
          "actions": {
            "type": "suggestChoice",
            "params": {
              "level": "type"
            }
          }
        },
        {
          "target": "choosingType",
          "actions": "clearPendingRestore"
        }
      ]
    },
    "choosingType": {},
    "checkingType": {
      "always": [
        {
          "guard": "requiresState",
          "target": "restoringState",
          "actions": "offerStates"
        },
        {
          "target": "loadingAreas"
        }
      ]
    },
    "restoringState": {
      "always": [
        {
          "guard": {
            "type": "canRestore",
            "params": {
              "level": "state"
            }
          },
          "target": "loadingAreas",
          "actions": {
            "type": "restoreChoice",
            "params": {
              "level": "state"
            }
          }
        },
        {
          "guard": {
            "type": "isRestoringLevel",
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
          "guard": {
            "type": "canSuggest",
            "params": {
              "level": "state"
            }
          },
          "target": "loadingAreas",
          "actions": {
            "type": "suggestChoice",
            "params": {
              "level": "state"
            }
          }
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
            "target": "restoringArea",
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
    "restoringArea": {
      "always": [
        {
          "guard": {
            "type": "canRestore",
            "params": {
              "level": "area"
            }
          },
          "target": "loadingNumbers",
          "actions": {
            "type": "restoreChoice",
            "params": {
              "level": "area"
            }
          }
        },
        {
          "guard": {
            "type": "isRestoringLevel",
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
          "guard": {
            "type": "canSuggest",
            "params": {
              "level": "area"
            }
          },
          "target": "loadingNumbers",
          "actions": {
            "type": "suggestChoice",
            "params": {
              "level": "area"
            }
          }
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
            "target": "restoringNumber",
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
            "target": "numberChosen",
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
    "restoringNumber": {
      "always": [
        {
          "guard": {
            "type": "canRestore",
            "params": {
              "level": "number"
            }
          },
          "target": "numberChosen",
          "actions": {
            "type": "restoreChoice",
            "params": {
              "level": "number"
            }
          }
        },
        {
          "guard": {
            "type": "isRestoringLevel",
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
    "numberChosen": {
      "entry": "clearPendingRestore"
    },
    "failing": {
      "always": [
        {
          "guard": "isRestoring",
          "target": "failed",
          "actions": [
            "hintUnreadable",
            "removeToken"
          ]
        },
        {
          "target": "failed"
        }
      ]
    },
    "failed": {
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
