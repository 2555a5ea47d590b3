import Testing

/// All suites of this target, one test at a time: allocations are counted for the whole process.
@Suite(.serialized) struct MeasuringTests {}
