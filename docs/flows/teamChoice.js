/* teamChoice: exported from machines/registration/teamChoice.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isInvited: true,
  isChallenged: true,
  isRegistrationNotFound: true,
  hasStepMoved: true,
  isInvitationOver: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    joinTeam: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    openSession: () => {},
    storeChallenge: () => {},
    setSubject: () => {},
    clearSubject: () => {},
    removeInvitation: () => {},
    setOutcome: () => {},
  },
  guards: {
    isInvited: () => guards.isInvited,
    isChallenged: () => guards.isChallenged,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
    hasStepMoved: () => guards.hasStepMoved,
    isInvitationOver: () => guards.isInvitationOver,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "teamChoice",
  "initial": "choosing",
  "states": {
    "choosing": {
      "entry": "clearSubject",
      "exit": "clearNotice",
      "on": {
        "JOIN": {
          "guard": {
            "type": "isInvited"
          },
          "target": "joining",
          "actions": {
            "type": "setSubject"
          }
        },
        "START_OWN": {
          "target": "startedOwn",
          "actions": {
            "type": "setOutcome",
            "params": {
              "kind": "startedOwn"
            }
          }
        }
      }
    },
    "joining": {
      "tags": "pending",
      "invoke": {
        "id": "joinTeam",
        "src": "joinTeam",
        "onDone": [
          {
            "guard": {
              "type": "isChallenged"
            },
            "target": "challenged",
            "actions": [
              {
                "type": "storeChallenge"
              },
              {
                "type": "setOutcome",
                "params": {
                  "kind": "challenged"
                }
              }
            ]
          },
          {
            "target": "joined",
            "actions": [
              {
                "type": "openSession"
              },
              {
                "type": "setOutcome",
                "params": {
                  "kind": "joined"
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
            "target": "registrationNotFound",
            "actions": {
              "type": "setOutcome"
            }
          },
          {
            "guard": {
              "type": "hasStepMoved"
            },
            "target": "moved",
            "actions": {
              "type": "setOutcome"
            }
          },
          {
            "guard": {
              "type": "isInvitationOver"
            },
            "target": "choosing",
            "actions": [
              "removeInvitation",
              {
                "type": "notify"
              }
            ]
          },
          {
            "target": "choosing",
            "actions": {
              "type": "notify"
            }
          }
        ]
      },
      "after": {
        "answer": {
          "target": "choosing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "joined": {
      "type": "final"
    },
    "challenged": {
      "type": "final"
    },
    "startedOwn": {
      "type": "final"
    },
    "registrationNotFound": {
      "type": "final"
    },
    "moved": {
      "type": "final"
    }
  }
});
