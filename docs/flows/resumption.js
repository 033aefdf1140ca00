/* resumption: exported from machines/registration/resumption.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isCompleted: true,
  isRegistrationNotFound: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    readRegistration: waiting,
  },
  actions: {
    resume: () => {},
    startAgain: () => {},
    setEmail: () => {},
  },
  guards: {
    isCompleted: () => guards.isCompleted,
    isRegistrationNotFound: () => guards.isRegistrationNotFound,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "resumption",
  "initial": "reading",
  "states": {
    "reading": {
      "tags": "pending",
      "invoke": {
        "id": "readRegistration",
        "src": "readRegistration",
        "onDone": [
          {
            "guard": {
              "type": "isCompleted"
            },
            "target": "startedAgain"
          },
          {
            "target": "offering",
            "actions": {
              "type": "setEmail"
            }
          }
        ],
        "onError": [
          {
            "guard": {
              "type": "isRegistrationNotFound"
            },
            "target": "startedAgain"
          },
          {
            "target": "offering"
          }
        ]
      },
      "after": {
        "answer": {
          "target": "offering"
        }
      }
    },
    "offering": {
      "on": {
        "RESUME": "resumed",
        "START_AGAIN": "startedAgain"
      }
    },
    "resumed": {
      "type": "final",
      "entry": {
        "type": "resume"
      }
    },
    "startedAgain": {
      "type": "final",
      "entry": "startAgain"
    }
  }
});
