// @slow
import { testMutants } from '../embedded-service';

testMutants('versions');
