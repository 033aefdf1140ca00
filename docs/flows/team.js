/* team: exported from machines/dashboard/team.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isSessionExpired: true,
  isGone: true,
  mayAssign: true,
  mayRemove: true,
  mayRemoveTeammate: true,
  mayInvite: true,
  mayChange: true,
  mayRevoke: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readTeam: waiting,
    assignAddOn: waiting,
    removeAddOn: waiting,
    removeTeammate: waiting,
    inviteTeammate: waiting,
    revokeInvitation: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    refreshAccount: () => {},
    setTeam: () => {},
    setSubject: () => {},
    clearSubject: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    clearForm: () => {},
  },
  guards: {
    isSessionExpired: () => guards.isSessionExpired,
    isGone: () => guards.isGone,
    mayAssign: () => guards.mayAssign,
    mayRemove: () => guards.mayRemove,
    mayRemoveTeammate: () => guards.mayRemoveTeammate,
    mayInvite: () => guards.mayInvite,
    mayChange: () => guards.mayChange,
    mayRevoke: () => guards.mayRevoke,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "team",
  "initial": "loading",
  "states": {
    "loading": {
      "tags": "pending",
      "invoke": {
        "id": "readTeam",
        "src": "readTeam",
        "input": {},
        "onDone": {
          "target": "shown",
          "actions": {
            "type": "setTeam"
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
            "target": "failed",
            "actions": {
              "type": "setProblem"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "failed",
          "actions": "setUnreachable"
        }
      }
    },
    "failed": {
      "exit": "clearProblem",
      "on": {
        "TRY_AGAIN": "loading"
      }
    },
    "shown": {
      "initial": "listed",
      "states": {
        "listed": {},
        "confirmingRemoval": {
          "on": {
            "CONFIRM": "#team.changing.removingTeammate",
            "CLOSE": {
              "target": "listed",
              "actions": "clearSubject"
            }
          }
        }
      },
      "on": {
        "REMOVE_TEAMMATE": {
          "guard": {
            "type": "mayRemoveTeammate"
          },
          "target": ".confirmingRemoval",
          "actions": [
            "clearProblem",
            {
              "type": "setSubject"
            }
          ]
        },
        "ASSIGN_ADD_ON": {
          "guard": {
            "type": "mayAssign"
          },
          "target": "changing.assigning",
          "actions": {
            "type": "setSubject"
          }
        },
        "REMOVE_ADD_ON": {
          "guard": {
            "type": "mayRemove"
          },
          "target": "changing.removing",
          "actions": {
            "type": "setSubject"
          }
        },
        "REVOKE": {
          "guard": {
            "type": "mayRevoke"
          },
          "target": "changing.revoking",
          "actions": {
            "type": "setSubject"
          }
        },
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
        "INVITE": [
          {
            "guard": "mayInvite",
            "target": "changing.inviting",
            "actions": [
              "clearSubject",
              "checkForm"
            ]
          },
          {
            "guard": "mayChange",
            "actions": "checkForm"
          }
        ]
      }
    },
    "changing": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "initial": "assigning",
      "after": {
        "answer": {
          "target": "shown",
          "actions": "setUnreachable"
        }
      },
      "states": {
        "assigning": {
          "invoke": {
            "id": "assignAddOn",
            "src": "assignAddOn",
            "onDone": {
              "target": "#team.shown",
              "actions": [
                {
                  "type": "setTeam"
                },
                "refreshAccount"
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#team.sessionExpired"
              },
              {
                "guard": {
                  "type": "isGone"
                },
                "target": "#team.loading",
                "actions": [
                  "refreshAccount",
                  {
                    "type": "notify"
                  }
                ]
              },
              {
                "target": "#team.shown",
                "actions": {
                  "type": "setProblem"
                }
              }
            ]
          }
        },
        "removing": {
          "invoke": {
            "id": "removeAddOn",
            "src": "removeAddOn",
            "onDone": {
              "target": "#team.shown",
              "actions": [
                {
                  "type": "setTeam"
                },
                "refreshAccount"
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#team.sessionExpired"
              },
              {
                "guard": {
                  "type": "isGone"
                },
                "target": "#team.loading",
                "actions": [
                  "refreshAccount",
                  {
                    "type": "notify"
                  }
                ]
              },
              {
                "target": "#team.shown",
                "actions": {
                  "type": "setProblem"
                }
              }
            ]
          }
        },
        "removingTeammate": {
          "invoke": {
            "id": "removeTeammate",
            "src": "removeTeammate",
            "onDone": {
              "target": "#team.shown",
              "actions": [
                {
                  "type": "setTeam"
                },
                {
                  "type": "notify",
                  "params": {
                    "kind": "success",
                    "message": {
                      "code": "teammateRemoved"
                    }
                  }
                },
                "refreshAccount"
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#team.sessionExpired"
              },
              {
                "target": "#team.shown",
                "actions": {
                  "type": "setProblem"
                }
              }
            ]
          }
        },
        "inviting": {
          "invoke": {
            "id": "inviteTeammate",
            "src": "inviteTeammate",
            "onDone": {
              "target": "#team.shown",
              "actions": [
                {
                  "type": "setTeam"
                },
                "clearForm",
                {
                  "type": "notify",
                  "params": {
                    "kind": "success",
                    "message": {
                      "code": "invitationSent"
                    }
                  }
                },
                "refreshAccount"
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#team.sessionExpired"
              },
              {
                "target": "#team.shown",
                "actions": [
                  {
                    "type": "setFormErrors"
                  },
                  {
                    "type": "setProblem"
                  }
                ]
              }
            ]
          }
        },
        "revoking": {
          "invoke": {
            "id": "revokeInvitation",
            "src": "revokeInvitation",
            "onDone": {
              "target": "#team.shown",
              "actions": [
                {
                  "type": "setTeam"
                },
                "refreshAccount"
              ]
            },
            "onError": [
              {
                "guard": {
                  "type": "isSessionExpired"
                },
                "target": "#team.sessionExpired"
              },
              {
                "target": "#team.shown",
                "actions": {
                  "type": "setProblem"
                }
              }
            ]
          }
        }
      }
    },
    "sessionExpired": {
      "type": "final"
    }
  }
});
