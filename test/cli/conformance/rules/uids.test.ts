import { testMutants } from '../embedded-service';

testMutants('uids');
