import { testMutants } from '../embedded-service';

testMutants('identities');
