import { testMutants } from '../embedded-service';

testMutants('exclusive-fields');
