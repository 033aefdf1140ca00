/* userCount: exported from machines/dashboard/userCount.machine.ts by `npm run flows:export`; README.md says how to run and draw it. */
import { fromCallback, setup } from 'xstate';

/** The result of each guard; change a value before you send an event. */
export const guards = {
  isChanged: true,
  isSessionExpired: true,
};

/** A request or a child flow: send its answer yourself. */
const waiting = fromCallback(() => {});

export const machine = setup({
  actors: {
    changeUsers: waiting,
  },
  actions: {
    notify: () => {},
    clearNotice: () => {},
    setProblem: () => {},
    setUnreachable: () => {},
    clearProblem: () => {},
    setUsers: () => {},
    setError: () => {},
    setAccount: () => {},
    setSessionExpired: () => {},
  },
  guards: {
    isChanged: () => guards.isChanged,
    isSessionExpired: () => guards.isSessionExpired,
  },
  delays: {
    answer: 15000,
  },
}).createMachine({
  "id": "userCount",
  "initial": "editing",
  "states": {
    "editing": {
      "on": {
        "USERS_CHANGED": {
          "actions": {
            "type": "setUsers"
          }
        },
        "SUBMIT": {
          "guard": "isChanged",
          "target": "changing"
        },
        "CLOSE": "closed"
      }
    },
    "changing": {
      "tags": "pending",
      "entry": [
        "clearNotice",
        "clearProblem"
      ],
      "invoke": {
        "id": "changeUsers",
        "src": "changeUsers",
        "onDone": {
          "target": "closed",
          "actions": [
            {
              "type": "setAccount"
            },
            {
              "type": "notify",
              "params": {
                "kind": "success",
                "message": {
                  "code": "usersChanged"
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
            "target": "closed",
            "actions": "setSessionExpired"
          },
          {
            "target": "editing",
            "actions": [
              {
                "type": "setError"
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
      "type": "final"
    }
  }
});
