// @slow
import { testMutants } from '../embedded-service';

testMutants('granting-kinds');
