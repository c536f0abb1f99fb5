// @slow
import { testMutants } from '../embedded-service';

testMutants('exchange');
