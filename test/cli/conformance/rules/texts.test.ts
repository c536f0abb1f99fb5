import { testMutants } from '../embedded-service';

testMutants('texts');
