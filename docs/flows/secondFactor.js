/* secondFactor: exported from machines/dashboard/secondFactor.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isComplete: true,
  isSessionExpired: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    switchSecondFactor: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
    setAccount: () => {},
    setSessionExpired: () => {},
    clearPassword: () => {},
  },
  guards: {
    isComplete: () => guards.isComplete,
    isSessionExpired: () => guards.isSessionExpired,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "secondFactor",
  "initial": "editing",
  "states": {
    "editing": {
      "on": {
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
        "SUBMIT": [
          {
            "guard": "isComplete",
            "target": "switching",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ],
        "CLOSE": "closed"
      }
    },
    "switching": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "switchSecondFactor",
        "src": "switchSecondFactor",
        "onDone": {
          "target": "closed",
          "actions": [
            {
              "type": "setAccount"
            },
            {
              "type": "notify"
            }
          ]
        },
        "onError": [
          {
            "guard": {
              "type": "isSessionExpired"
            },
            "target": "closed",
            "actions": "setSessionExpired"
          },
          {
            "target": "editing",
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
      },
      "after": {
        "answer": {
          "target": "editing",
          "actions": "setUnreachable"
        }
      }
    },
    "closed": {
      "type": "final",
      "entry": "clearPassword"
    }
  }
});
