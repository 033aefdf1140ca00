import { testMutants } from '../../support/mutants.ts';

testMutants('numberPicker');
