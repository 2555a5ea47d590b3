import Testing

/// The ten invariants of the design.
///
/// Each test begins with the words of the invariant it is about.
@Suite("The invariants")
struct InvariantTests {}
