import { testMutants } from '../embedded-service';

testMutants('kinds');
