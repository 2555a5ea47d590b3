import Testing

/// The ten invariants of the design.
///
/// Each test begins with the words of the invariant it is about.
@Suite("The invariants", .timeLimit(.minutes(2)))
struct InvariantTests {}
