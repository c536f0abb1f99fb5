import { testMutants } from '../embedded-service';

testMutants('time');
