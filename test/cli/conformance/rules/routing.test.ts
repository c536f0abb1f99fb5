import { testMutants } from '../embedded-service';

testMutants('routing');
