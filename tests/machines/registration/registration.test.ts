import { testFlow } from '../../support/flow.ts';
import { testMutants } from '../../support/mutants.ts';
import { registrationCases } from './registration.cases.ts';

// In one file: both need its states, of which there are so many that finding them takes most of the time.
testFlow('registration', registrationCases);
testMutants('registration');
