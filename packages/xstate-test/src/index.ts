export * from 'xstate/graph';
