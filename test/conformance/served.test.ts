// The test that the tutorial ends with: a provider served in this process, judged by the whole suite.
import '../fixtures/tutorial/suite.ts';
