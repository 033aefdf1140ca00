/* recovery: exported from machines/recovery.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isComplete: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    requestReset: waiting,
  },
  actions: {
    notify: () => {},
    notifyUnreachable: () => {},
    clearNotice: () => {},
    editForm: () => {},
    checkField: () => {},
    checkForm: () => {},
    setFormErrors: () => {},
  },
  guards: {
    isComplete: () => guards.isComplete,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "recovery",
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
            "target": "requesting",
            "actions": "checkForm"
          },
          {
            "actions": "checkForm"
          }
        ]
      }
    },
    "requesting": {
      "tags": "pending",
      "entry": "clearNotice",
      "invoke": {
        "id": "requestReset",
        "src": "requestReset",
        "onDone": "sent",
        "onError": {
          "target": "editing",
          "actions": [
            {
              "type": "setFormErrors"
            },
            {
              "type": "notify"
            }
          ]
        }
      },
      "after": {
        "answer": {
          "target": "editing",
          "actions": "notifyUnreachable"
        }
      }
    },
    "sent": {
      "on": {
        "BACK": "editing"
      }
    }
  }
});
